"""What a machine has to give, and which models find room on it."""

from pathlib import Path

import pytest

from moot.debate import InvalidInput
from moot.players.embedded import SHELF, NotToBeHad, embedded
from moot.players.embedded.machine import cores, free_memory, threads_for


def machine(root: Path, **files: str) -> Path:
    for name, text in files.items():
        path = root / name.replace("__", "/").replace("_dot_", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return root


def test_free_memory_is_what_machine_and_container_both_allow(tmp_path: Path) -> None:
    assert free_memory(tmp_path) is None
    machine(tmp_path, proc__meminfo="MemTotal: 9000 kB\nMemAvailable:    4000 kB\n")
    assert free_memory(tmp_path) == 4000 * 1024
    machine(tmp_path, sys__fs__cgroup__memory_dot_max="max\n", sys__fs__cgroup__memory_dot_current="5\n")
    assert free_memory(tmp_path) == 4000 * 1024
    machine(tmp_path, sys__fs__cgroup__memory_dot_max="1000\n", sys__fs__cgroup__memory_dot_current="900\n")
    assert free_memory(tmp_path) == 100
    machine(tmp_path, sys__fs__cgroup__memory_dot_stat="anon 7\ninactive_file 50\n")
    assert free_memory(tmp_path) == 150


def test_a_container_may_allow_fewer_cores_than_there_are(tmp_path: Path) -> None:
    all_of_them = cores(tmp_path)
    assert cores(machine(tmp_path, sys__fs__cgroup__cpu_dot_max="max 100000\n")) == all_of_them
    assert cores(machine(tmp_path, sys__fs__cgroup__cpu_dot_max="50000 100000\n")) == 1


def test_one_core_stays_free_where_there_are_more_than_two() -> None:
    assert [threads_for(count) for count in (1, 2, 3, 4, 8, 64)] == [1, 2, 2, 3, 4, 4]


def test_the_same_model_is_one_model(tmp_path: Path) -> None:
    assert embedded("small", tmp_path) is embedded("small", tmp_path)
    assert embedded("small", tmp_path) is not embedded("small", tmp_path, context=2048)
    assert embedded("small", tmp_path) is not embedded("default", tmp_path)


def test_the_shelf_says_what_its_models_are(tmp_path: Path) -> None:
    small, usual = embedded("small", tmp_path), embedded("default", tmp_path)
    assert "chance" in small.about
    assert (usual.name, usual.manner) == ("qwen2.5-coder-1.5b-instruct-q4_k_m", "separate")
    assert (small.fetched, usual.fetched) == (False, False)
    assert all(len(weights.sha256) == 64 and weights.licence == "Apache-2.0" for weights in SHELF.values())


def test_an_unknown_model_is_refused_with_those_that_there_are(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput) as refused:
        embedded("huge", tmp_path)
    assert refused.value.suggestion == "There are: default, small, the path of a .gguf file."


async def test_a_file_that_is_no_model_is_said_before_it_is_loaded(tmp_path: Path) -> None:
    missing = embedded(str(tmp_path / "missing.gguf"), tmp_path)
    assert (missing.fetched, missing.name, missing.manner) == (False, "missing", "paired")
    assert "No such file" in (missing.why_not() or "")
    (tmp_path / "prose.gguf").write_text("Once upon a time")
    prose = embedded(str(tmp_path / "prose.gguf"), tmp_path)
    assert (prose.why_not() or "").endswith("is no model in the GGUF format.")
    with pytest.raises(NotToBeHad, match="GGUF"):
        await prose.load()


def test_a_model_that_needs_more_memory_than_there_is_says_so(tmp_path: Path) -> None:
    huge = tmp_path / "huge.gguf"
    with huge.open("wb") as file:
        file.write(b"GGUF")
        file.truncate(1 << 40)
    why = embedded(str(huge), tmp_path).why_not()
    assert why is not None
    assert "huge needs about 1924.3 GB of memory" in why
