import base64
import json
import logging
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
