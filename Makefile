.PHONY: setup demo test lint test-models bench clean

VENV := .venv
PY := $(VENV)/bin/python
STAMP := $(VENV)/.installed

setup: $(STAMP)

$(STAMP): pyproject.toml
	test -x $(PY) || python3 -m venv $(VENV)
	$(PY) -m pip install --quiet --disable-pip-version-check -e '.[dev,openai]'
	touch $(STAMP)

demo: setup
	$(VENV)/bin/pilothouse demo
