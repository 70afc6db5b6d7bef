"""Files to be checked."""

PLAIN = b"def total(numbers):\n    return sum(numbers)\n"
FAULTY = b"""import subprocess


def run(words):
    return subprocess.call(words, shell=True)


def total(numbers):
    if numbers is None:
        return missing
    return sum(numbers)
"""
MANY_WAYS = b"def f(x):\n" + b"".join(b"    if x == %d:\n        return %d\n" % (n, n) for n in range(12))
TESTS = b"""import pytest

from solution import total


def test_sums():
    assert total([1, 2]) == 3


def test_nothing():
    assert total(None) == 0


@pytest.mark.skip
def test_later():
    assert False
"""
BENCH = b"from solution import total\n\ntotal(range(1000))\n"
FAULTY_TREE = {
    "solution.py": FAULTY,
    "deep/ways.py": MANY_WAYS,
    "test_solution.py": TESTS,
    "bench_total.py": BENCH,
    "bench_broken.py": b"raise SystemExit('no time')\n",
}
