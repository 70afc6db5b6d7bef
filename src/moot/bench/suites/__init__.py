"""The suites that can be run, by name; each knows how its data is published and never fetches it."""

from moot.bench.suites.custom import custom
from moot.bench.suites.gsm8k import gsm8k
from moot.bench.suites.human_eval import human_eval
from moot.bench.suites.mbpp import mbpp
from moot.bench.suites.mmlu import mmlu
from moot.bench.suites.suite import Suite, found_data
from moot.bench.suites.swe_bench import swe_bench
from moot.bench.suites.truthfulqa import truthfulqa

SUITES = {suite.name: suite for suite in (human_eval, mbpp, mmlu, gsm8k, truthfulqa, swe_bench, custom)}

__all__ = [
    "SUITES",
    "Suite",
    "custom",
    "found_data",
    "gsm8k",
    "human_eval",
    "mbpp",
    "mmlu",
    "swe_bench",
    "truthfulqa",
]
