from collections.abc import Callable
from typing import NoReturn

import pytest

from moot.engine import PlayerFailed
from moot.players.model import Circuit, Circuits, Unreachable

CIRCUIT = Circuit(most=2, rest=30.0)


class Given(Exception):
    """The turn was gone."""


class Bench:
    """Circuits on a clock that is moved by hand."""

    def __init__(self) -> None:
        self.now = 100.0
        self.circuits = Circuits(CIRCUIT, lambda: self.now)
        self.calls = 0

    def call(self, error: Exception | None = None, lane: str = "a", inside: Callable[[], None] = lambda: None) -> None:
        with self.circuits.through(lane):
            self.calls += 1
            inside()
            if error is not None:
                raise error

    def fail(self, times: int = 1, lane: str = "a") -> None:
        for _ in range(times):
            with pytest.raises(Unreachable):
                self.call(Unreachable("nobody"), lane)


def test_it_opens_after_so_many_failures_in_a_row_and_says_when_it_is_tried_again():
    bench = Bench()
    bench.fail(2)
    bench.now += 10
    with pytest.raises(PlayerFailed, match=r"a failed 2 times in a row\. It is tried again in 20 s\.") as refused:
        bench.call()
    assert not isinstance(refused.value, Unreachable)
    assert bench.calls == 2


def test_an_answer_in_between_starts_the_count_anew():
    bench = Bench()
    bench.fail()
    bench.call()
    bench.fail()
    bench.call()
    assert bench.calls == 4


def test_a_provider_that_says_no_is_there():
    bench = Bench()
    bench.fail()
    with pytest.raises(PlayerFailed):
        bench.call(PlayerFailed("It did not accept the key."))
    bench.fail()
    bench.call()


def test_lanes_do_not_learn_from_each_other():
    bench = Bench()
    bench.fail(2)
    bench.call(lane="b")


def test_after_its_rest_one_call_goes_out_to_see_and_closes_it():
    bench = Bench()
    bench.fail(2)
    bench.now += 30

    def meanwhile() -> None:
        with pytest.raises(PlayerFailed, match="once a call that is out has come back"):
            bench.call()

    bench.call(inside=meanwhile)
    bench.call()
    assert bench.calls == 4


def test_a_probe_that_fails_opens_it_again():
    bench = Bench()
    bench.fail(2)
    bench.now += 30
    bench.fail()
    bench.now += 29
    with pytest.raises(PlayerFailed, match="in 1 s"):
        bench.call()


def test_a_probe_that_is_given_up_leaves_the_place_to_the_next():
    bench = Bench()
    bench.fail(2)
    bench.now += 30
    with pytest.raises(Given):
        bench.call(Given())
    bench.call()
    assert bench.calls == 4


def test_a_call_that_is_given_up_while_a_probe_is_out_lets_no_second_one_out():
    bench = Bench()

    def two_fail_and_one_probes() -> NoReturn:
        bench.fail(2)
        bench.now += 30
        probe = bench.circuits.through("a")
        probe.__enter__()
        raise Given

    with pytest.raises(Given):
        bench.call(inside=two_fail_and_one_probes)
    with pytest.raises(PlayerFailed):
        bench.call()
