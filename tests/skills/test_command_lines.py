"""Every command line that agents are told is one that the program takes."""

import re

import click
import pytest

from moot.cli.app import app
from moot.skills import ROLES, WHOLE, debate_types, show, show_any
from tests.support.fences import command_words

PLACEHOLDER = re.compile(r"\$[A-Z_]+")
TEXTS = [*(show(role, name) for role in ROLES for name in debate_types()), *(show_any(name, None) for name in WHOLE)]
LINES = sorted({tuple(words) for text in TEXTS for words in command_words(text)})


def must_parse(words: tuple[str, ...]) -> None:
    """Take a command line as the program would, up to where it would be carried out."""
    program, *rest = [PLACEHOLDER.sub(_value, word) for word in words]
    assert program in ("aw", "moot")
    command: click.Command = app
    path = click.Context(app, info_name=program)
    while isinstance(command, click.Group) and rest and not rest[0].startswith("-"):
        found = command.get_command(path, rest[0])
        assert found is not None, f"{' '.join(words)}: there is no command {rest[0]!r}"
        command, path = found, click.Context(found, parent=path, info_name=rest.pop(0))
    command.make_context(path.info_name, rest, parent=path.parent)


def _value(placeholder: re.Match[str]) -> str:
    return {"$VERSION": "2", "$C": "7", "$O": "4"}.get(placeholder[0], placeholder[0][1:].lower())


def test_the_texts_name_all_that_an_agent_needs():
    verbs = {words[1:3] for words in LINES if words[0] == "aw"}
    debate = ("generate-id", "create", "get-context", "submit", "wait", "appeal", "request-completion", "ruling")
    assert verbs >= {*((("debate", name)) for name in (*debate, "intervention", "list"))}
    assert verbs >= {("docs", name) for name in ("create", "submit", "get", "history", "diff")}


@pytest.mark.parametrize("words", LINES, ids=" ".join)
def test_a_command_line_of_the_texts_parses(words: tuple[str, ...]):
    must_parse(words)


@pytest.mark.parametrize(
    "wrong",
    [
        "aw debate summit",
        "aw debate submit --debate-id $DEBATE_ID --role proposer --file $FILE",
        "aw debate wait --debate-id $DEBATE_ID --argument-id $WAIT_ON --role opponent --deadline soon",
        "aw docs diff $DOC_ID --since 1",
    ],
)
def test_a_wrong_command_line_does_not(wrong: str):
    with pytest.raises((click.UsageError, AssertionError)):
        must_parse(tuple(wrong.split()))


def test_commands_named_in_the_prose_exist():
    for text in TEXTS:
        for named in re.findall(r"`((?:aw|moot) [a-z-]+(?: [a-z-]+)?)", text):
            group, *verbs = named.split()[1:]
            found = app.get_command(click.Context(app), group)
            assert found is not None, named
            if isinstance(found, click.Group) and verbs:
                assert found.get_command(click.Context(found), verbs[0]), named
