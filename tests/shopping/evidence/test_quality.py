"""The figures of ``benchmarks/shopping_evidence.py`` don't fall: products, polarity and attribution."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

BENCHMARK = Path(__file__).parents[3] / "benchmarks" / "shopping_evidence.py"


@pytest.fixture(scope="module")
def bench() -> ModuleType:
    spec = importlib.util.spec_from_file_location("shopping_evidence", BENCHMARK)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["shopping_evidence"] = module
    spec.loader.exec_module(module)
    return module


def test_that_own_pages_of_other_kinds_are_read_well(bench: ModuleType) -> None:
    products, both, polarity, product = bench.measure("own", bench.cases(), False)
    assert min(products.precision, products.recall) >= 95
    assert min(both.precision, both.recall) >= 90
    assert min(polarity.precision, product.precision) >= 93


def test_that_the_sample_s_products_are_found(bench: ModuleType) -> None:
    products, both, _, _ = bench.measure("sample", bench.sample(), False)
    assert products.precision >= 80
    assert products.recall >= 90
    assert both.precision >= 70
