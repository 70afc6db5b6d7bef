"""Checks of Go, by the programs of this machine."""

import json
from collections.abc import Iterator
from typing import Any, cast

from moot.formats.workshop import Finding
from moot.sandbox import Ran, plain
from moot.tools.checks.check import NO_TEST, Check, Plan, Read, Tree, finding, last_words, named
from moot.tools.checks.lines import lines_of

_GO = {"GOCACHE": "/tmp/go-cache", "GOPATH": "/tmp/go", "GOFLAGS": "-mod=mod", "GOPROXY": "off", "GOTOOLCHAIN": "local"}


def _gofmt(ran: Ran) -> Read:
    if ran.exit_code:
        return Read([*lines_of("gofmt", plain(ran.stderr, 100_000), "error")] or (), failed=_ended("gofmt", ran))
    names = plain(ran.stdout, 100_000).splitlines()
    return Read([finding("gofmt", "warning", "is not formatted", path=name) for name in names if name])


def _go_vet(ran: Ran) -> Read:
    found = [*lines_of("go-vet", plain(ran.stderr, 400_000))]
    return Read(found, failed=_ended("go vet", ran) if ran.exit_code and not found else "")


def _go_test(ran: Ran) -> Read:
    """Reads the events of `go test -json`."""
    events = [*_events(ran.stdout)]
    ended = [event for event in events if event.get("Test") and event.get("Action") in ("pass", "fail", "skip")]
    built = "".join(str(event.get("Output")) for event in events if event.get("Action") == "build-output")
    unbuilt = [*lines_of("go-test", plain(built, 100_000), "error")]
    if all(event["Action"] == "skip" for event in ended):
        return Read(unbuilt, failed=_ended("go test", ran) if ran.exit_code else NO_TEST)
    counts = {name: float(sum(event["Action"] == name for event in ended)) for name in ("pass", "fail", "skip")}
    metrics = {"tests_passed": counts["pass"], "tests_failed": counts["fail"], "tests_skipped": counts["skip"]}
    said: dict[tuple[str, str], list[str]] = {}
    for event in events:
        if event.get("Action") == "output":
            said.setdefault(_test(event), []).append(str(event.get("Output")))
    failed = [event for event in ended if event["Action"] == "fail"]
    found = [*unbuilt, *(_go_failure(event, said.get(_test(event), [])) for event in failed)]
    told = {event.get("Package") for event in failed}
    # A package can fail without a test that does: it was not built, or it was ended amid its tests.
    whole = [event for event in events if event.get("Action") == "fail" and not event.get("Test")]
    found += [_go_package(event, said) for event in whole if event.get("Package") not in told]
    return Read(found, metrics, _ended("go test", ran) if ran.exit_code and not found else "")


def _events(text: bytes) -> Iterator[dict[str, Any]]:
    for line in text.splitlines():
        try:
            event = json.loads(line)
        except ValueError:
            continue
        if isinstance(event, dict):
            yield cast(dict[str, Any], event)


def _test(event: dict[str, Any]) -> tuple[str, str]:
    return str(event.get("Package")), str(event.get("Test"))


def _go_failure(failed: dict[str, Any], said: list[str]) -> Finding:
    place = next(lines_of("go-test", "\n".join(said), "error"), None)
    if place is None:
        return finding("go-test", "error", f"{failed['Test']} failed", code="test")
    # Tests name their files without folders.
    path = f"{failed.get('Package')}/{place.path}"
    return finding("go-test", "error", f"{failed['Test']}: {place.message}", code="test", path=path, line=place.line)


def _go_package(failed: dict[str, Any], said: dict[tuple[str, str], list[str]]) -> Finding:
    words = [line for line in said.get(_test(failed), []) if line.strip()][-1:]
    return finding("go-test", "error", f"{failed.get('Package')} failed: {''.join(words)}", code="package")


def _ended(name: str, ran: Ran) -> str:
    return f"{name} ended with exit code {ran.exit_code}: {last_words(ran)}"


def _program(*words: str) -> Plan:
    return Plan("program", words, environment=_GO)


def _is_go(tree: Tree) -> bool:
    return bool(named(tree, ".go"))


def _is_module(tree: Tree) -> bool:
    return _is_go(tree) and "go.mod" in tree


GO_CHECKS: tuple[Check, ...] = (
    Check(
        "gofmt",
        "format",
        "Says which Go files are not formatted.",
        _is_go,
        lambda tree: _program("gofmt", "-l", "."),
        _gofmt,
        program="gofmt",
    ),
    Check(
        "go-vet",
        "static",
        "Finds suspicious Go, where there is a go.mod.",
        _is_module,
        lambda tree: _program("go", "vet", "./..."),
        _go_vet,
        program="go",
        asked="version",
    ),
    Check(
        "go-test",
        "tests",
        "Runs the unit tests of Go, where there is a go.mod.",
        lambda tree: _is_module(tree) and bool(named(tree, "_test.go")),
        lambda tree: _program("go", "test", "-vet=off", "-json", "./..."),
        _go_test,
        program="go",
        asked="version",
    ),
)
