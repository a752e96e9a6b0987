import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pilothouse.telemetry import metrics
from pilothouse.telemetry.metrics import MAX_SERIES, Counter, Histogram, exposition

SAMPLE = re.compile(
    r'[a-z_]+(\{[a-z_]+="(?:[^"\\\n]|\\.)*"(,[a-z_]+="(?:[^"\\\n]|\\.)*")*\})? (\d+(\.\d+)?(e-?\d+)?|\+Inf)'
)


def test_that_a_counter_is_written_with_help_type_and_labels() -> None:
    counter = Counter("calls_total", "Calls.", ("tool", "status"))
    counter.add(tool="search", status="success")
    counter.add(2, tool="search", status="error")
    assert exposition([counter]) == (
        "# HELP calls_total Calls.\n# TYPE calls_total counter\n"
        'calls_total{tool="search",status="error"} 2\ncalls_total{tool="search",status="success"} 1\n'
    )
    assert counter.value(tool="search") == 3
    assert counter.value() == 3


def test_that_a_histogram_counts_cumulatively_with_sum_and_count() -> None:
    histogram = Histogram("seconds", "Time.", buckets=(0.1, 1.0))
    for value in (0.05, 0.1, 0.5, 7.0):
        histogram.observe(value)
    assert exposition([histogram]).splitlines()[2:] == [
        'seconds_bucket{le="0.1"} 2', 'seconds_bucket{le="1"} 3', 'seconds_bucket{le="+Inf"} 4',
        "seconds_sum 7.65", "seconds_count 4",
    ]  # fmt: skip


@given(st.text())
def test_that_any_label_value_stays_on_one_well_formed_line(value: str) -> None:
    counter = Counter("calls_total", "Calls.", ("tool",))
    counter.add(tool=value)
    line = exposition([counter]).split("\n")[2]
    assert SAMPLE.fullmatch(line)


@given(st.lists(st.floats(0.0001, 29), min_size=1, max_size=50), st.floats(0.01, 1))
def test_that_a_quantile_lies_in_the_bucket_of_the_true_one(values: list[float], q: float) -> None:
    histogram = Histogram("seconds", "Time.")
    for value in values:
        histogram.observe(value)
    estimate = histogram.quantile(q)
    assert estimate is not None
    true = sorted(values)[max(-int(-q * len(values) // 1), 1) - 1]
    upper = next(bound for bound in histogram.buckets if true <= bound)
    lower = max((bound for bound in histogram.buckets if bound < true), default=0.0)
    assert lower <= estimate <= upper * (1 + 1e-9)


def test_that_a_quantile_without_values_is_none() -> None:
    assert Histogram("seconds", "Time.").quantile(0.5) is None


def test_that_labels_made_of_user_text_cannot_fill_the_memory() -> None:
    counter = Counter("calls_total", "Calls.", ("tool",))
    for n in range(MAX_SERIES * 2):
        counter.add(tool=f"tool{n}")
    assert len(counter.lines()) <= MAX_SERIES + 3
    assert counter.value(tool="other") == MAX_SERIES


def test_that_wrong_labels_and_falling_counters_are_refused() -> None:
    counter = Counter("calls_total", "Calls.", ("tool",))
    with pytest.raises(ValueError, match="has the labels"):
        counter.add(tol="x")
    with pytest.raises(ValueError, match="can't fall"):
        counter.add(-1, tool="x")


def test_that_every_metric_of_the_system_has_a_unique_name_with_its_unit() -> None:
    names = [metric.name for metric in metrics.ALL]
    assert len(set(names)) == len(names)
    assert all(name.startswith("pilothouse_") and name.endswith(("_total", "_seconds")) for name in names)
    assert exposition().count("# TYPE") == len(names)
