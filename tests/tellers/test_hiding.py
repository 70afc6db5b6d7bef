import base64
import json
import logging
import warnings
from io import StringIO
from string import ascii_letters, digits
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.tellers import MASK, Hider, at, keep_log

KEY = ascii_letters + digits + "_-"
DEBATE = "0198c1d2-0000-7000-8000-00000000abcd"
secrets = st.text(KEY, min_size=43, max_size=43)
around = st.text(max_size=40)
SHAPES = (
    "moot_{}",
    "sess_{}",
    f"seat.{DEBATE}.proposer.{{}}",
    f"read.{DEBATE}.20261216.{{}}",
    "sk-{}",
    "sk-ant-api03-{}",
    "gsk_{}",
    "ghp_{}",
    "Authorization: Bearer {}",
    '"authorization": "Bearer {}"',
    "(b'authorization', b'Bearer {}')",
    "Bearer {}",
    "https://moot.example/debates?token={}&page=2",
    "https://x.example/cb?state=a&code={}",
    "postgresql://moot:{}@db.example:5432/moot",
    "OPENAI_API_KEY={}",
    'api_key="{}"',
    "{{'x-api-key': '{}'}}",
    "Cookie: moot_session={}",
    "password={}",
)


@given(around, st.sampled_from(SHAPES), secrets, around)
def test_whatever_looks_like_a_secret_is_hidden_wherever_it_stands(before: str, shape: str, secret: str, after: str):
    told = Hider().hidden(f"{before} {shape.format(secret)} {after}")
    assert secret not in told
    assert MASK in told


@given(around, st.text(min_size=6, max_size=40), around)
def test_a_secret_that_is_known_is_hidden_whatever_it_looks_like(before: str, secret: str, after: str):
    assert secret not in Hider([secret]).hidden(before + secret + after).replace(MASK, "")


keys = secrets.map("moot_{}".format)


@given(st.recursive(keys, lambda each: st.lists(each) | st.dictionaries(keys, each), max_leaves=10))
def test_no_field_of_a_json_line_has_a_secret_in_it(told: object):
    stream = StringIO()
    logged("json", stream).warning("told", extra={"beside": told})
    line = json.loads(stream.getvalue())
    assert not [word for word in words_of(line["beside"]) if len(word) > len(f"moot_{MASK}")]


def test_what_is_no_secret_is_left_alone():
    for text in (
        "The motion: shall we keep the token bucket?",
        f"debate {DEBATE}, turn proposer/claim/3/4: openai:gpt-5 did not answer (tried 3 times).",
        "https://moot.example/debates?q=keys&page=2",
        "the moot_ prefix, a seat. And a read.",
    ):
        assert Hider(["", "short"]).hidden(text) == text


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_log_line_says_where_it_happened_and_a_traceback_keeps_no_secret(form: str):
    stream, key = StringIO(), base64.urlsafe_b64encode(b"a key that nobody may see at all").decode()
    log = logged(form, stream, key)
    with at(request="r1", debate=DEBATE, seat="proposer"):
        try:
            raise ValueError(f"sent moot_{key}")
        except ValueError:
            log.exception("asking with %s failed", key, extra={"line": 7})
    told = stream.getvalue()
    assert key not in told
    assert "ValueError" in told
    if form == "json":
        line = json.loads(told)
        assert (line["level"], line["logger"], line["debate"], line["line"]) == ("error", "moot.tested", DEBATE, 7)
        assert (line["request"], line["seat"]) == ("r1", "proposer")
        assert line["message"] == f"asking with {MASK} failed"
        assert line["time"].endswith("+00:00")
    else:
        assert f"[request=r1 debate={DEBATE} seat=proposer line=7]" in told
        assert "ERROR moot.tested:" in told


def test_nobody_can_write_a_line_of_their_own_into_the_log_or_paint_the_terminal():
    stream = StringIO()
    forged = "/x\r\n2026-11-16 ERROR moot: forged\x1b[31m\u2028\x9b\x00"
    logged("text", stream).warning("GET %s", forged, extra={"path": forged})
    assert stream.getvalue().count("\n") == 1
    assert all(each == "\n" or each.isprintable() for each in stream.getvalue())


@pytest.mark.parametrize("form", ["text", "json"])
def test_what_cannot_be_worded_is_told_all_the_same_and_without_its_secrets(
    form: str, capsys: pytest.CaptureFixture[str]
):
    stream = StringIO()
    logged(form, stream).warning("asking %s with %d", "moot_" + "k" * 40)
    assert f"moot_{MASK}" in stream.getvalue()
    assert "asking" in stream.getvalue()
    assert capsys.readouterr().err == ""


def test_pythons_own_warnings_go_into_the_log(monkeypatch: pytest.MonkeyPatch):
    stream, warned = StringIO(), logging.getLogger("py.warnings")
    # Some test before this one may have had them told already, and not have been asked to stop.
    logging.captureWarnings(False)
    monkeypatch.setattr(warned, "handlers", logged("json", stream).handlers)
    monkeypatch.setattr(warned, "propagate", False)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("always")
            warnings.warn("moot_" + "k" * 40, RuntimeWarning, stacklevel=1)
    finally:
        logging.captureWarnings(False)
    assert f"RuntimeWarning: moot_{MASK}" in json.loads(stream.getvalue())["message"]


def logged(form: str, stream: StringIO, *secrets: str) -> logging.Logger:
    """A logger that writes to this stream alone, as a server would."""
    handler = keep_log("json" if form == "json" else "text", "info", secrets, stream)
    logging.getLogger().removeHandler(handler)
    logging.getLogger("moot").setLevel(logging.NOTSET)
    log = logging.getLogger("moot.tested")
    log.handlers, log.propagate = [handler], False
    return log


def words_of(told: Any) -> list[str]:
    match told:
        case str():
            return [told]
        case dict():
            named = cast("dict[str, Any]", told)
            return [*named, *(word for each in named.values() for word in words_of(each))]
        case list():
            return [word for each in cast("list[Any]", told) for word in words_of(each)]
        case _:
            return []
