import re

from hypothesis import given
from hypothesis import strategies as st

from moot.tellers import Counter, Gauge, Histogram, Names, exposed
from moot.tellers.counts import ALL, counted

SAMPLE = re.compile(r'[a-z_]+(\{([a-z]+="(\\[\\n"]|[^"\\\n])*",?)+\})? -?[0-9.e+-]+')


def test_counts_are_told_as_prometheus_reads_them():
    requests = Counter("requests_total", "Requests.", "route")
    requests.add("/a")
    requests.add("/a", by=2)
    there = Gauge("there", "How many\nare there.")
    there.add(by=3)
    there.add(by=-1)
    took = Histogram("took_seconds", "Time.", "route", bounds=(0.1, 1))
    for seconds in (0.1, 0.5, 7):
        took.note(seconds, "/a")
    assert exposed((requests, there, took)) == "\n".join(
        [
            "# HELP requests_total Requests.",
            "# TYPE requests_total counter",
            'requests_total{route="/a"} 3',
            r"# HELP there How many\nare there.",
            "# TYPE there gauge",
            "there 2",
            "# HELP took_seconds Time.",
            "# TYPE took_seconds histogram",
            'took_seconds_bucket{route="/a",le="0.1"} 1',
            'took_seconds_bucket{route="/a",le="1"} 2',
            'took_seconds_bucket{route="/a",le="+Inf"} 3',
            'took_seconds_sum{route="/a"} 7.6',
            'took_seconds_count{route="/a"} 3',
            "",
        ]
    )
    assert (requests.of("/a"), requests.of("/b"), took.count("/a"), took.count("/b")) == (3, 0, 3, 0)


@given(st.text(), st.floats(0, 1e12))
def test_whatever_a_label_says_a_sample_is_one_line_that_can_be_read(label: str, value: float):
    gauge = Gauge("gauge", "Any.", "label")
    gauge.put(value, label)
    *_, sample, end = exposed((gauge,)).split("\n")
    assert SAMPLE.fullmatch(sample)
    assert end == ""


def test_names_are_told_apart_until_there_are_too_many_of_them():
    names = Names(most=2, longest=10)
    assert [names.of(name) for name in ("a", "b", "c", "a", "b" * 11)] == ["a", "b", "other", "a", "other"]


def test_every_instrument_has_a_name_of_its_own_as_prometheus_wants_it():
    names = [each.name for each in ALL]
    assert len(set(names)) == len(names)
    for each in ALL:
        assert re.fullmatch(r"(moot|process)_[a-z_]+", each.name)
        assert each.name.endswith("_total") == (each.kind == "counter")


def test_a_process_tells_which_moot_it_is_and_what_it_takes():
    told = exposed(counted("1.2.3"))
    assert 'moot_build_info{version="1.2.3"' in told
    taken = re.search(r"process_resident_memory_max_bytes (\d+)", told)
    assert taken is not None
    assert int(taken[1]) > 1_000_000
