"""What packages send is let in where it fits; what does not fit is told with its package, and keeps nobody else out."""

import logging
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

import moot
from moot import wiring
from moot.debate import InvalidInput, Seated
from moot.delegates import (
    FORMATS,
    GROUPS,
    PLAYERS,
    ROLES,
    STORES,
    TOOLS,
    VOTES,
    a_folder_of_roles,
    a_format,
    a_vote,
    received,
)
from moot.desk.role_files import roles_in
from moot.formats.workshop.setup import Converging
from moot.players.hiring import Hiring
from moot.players.sent import players_sent
from moot.settings import Settings
from moot.store import open_store
from moot.tools.turn import Site
from moot.voting import METHODS
from moot.wiring import box_for
from tests.players.asking import answered, call
from tests.support.packages import installed, package

POINTS = "\n".join(
    [
        "from moot.formats.roundtable import format as panel",
        "first = lambda poll: None",
        "def player(question): return '{}'",
        "class Player:",
        "    manner, lanes, reserve = 'paired', {}, None",
        "    async def answer(self, call, draft): raise SystemExit('gone')",
        "leaver = Player()",
        "nothing = None",
    ]
)
ROLE = "---\nname: {name}\ntitle: T\nfocus: F.\ndoes: [author]\n---\nYou write.\n"


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A folder whose packages count as installed."""
    with installed(tmp_path):
        yield tmp_path


def test_a_package_that_breaks_is_told_with_what_broke_and_the_house_opens(
    folder: Path, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
):
    noisy = {"broken.py": "print('loading'); import no_such_thing"}
    package(folder, "moot-broken", {FORMATS: {"broken": "broken:format"}}, noisy)
    package(folder, "moot-rude", {FORMATS: {"rude": "rude:format"}}, {"rude.py": "raise SystemExit('gone')"})
    with caplog.at_level(logging.WARNING, "moot.delegates"):
        assert {"panel", "arena"} <= set(wiring.formats())
    told = " ".join(caplog.messages)
    assert "moot-broken 1.0 offers the format 'broken', which is left out: ModuleNotFoundError" in told
    assert "no_such_thing" in told
    assert "moot-rude 1.0" in told
    assert capsys.readouterr() == ("", "loading\n"), "standard output is for answers"
    with moot.House(player="human") as house:
        with pytest.raises(moot.InvalidInput, match=r"moot-broken 1.0 offers the format 'broken', which is left out"):
            house.open("broken", {"title": "?"}, "host", "THEME", {})
        capsys.readouterr()
        with pytest.raises(moot.InvalidInput, match="no format 'unheard-of' here"):
            house.open("unheard-of", {"title": "?"}, "host", "THEME", {})
        assert capsys.readouterr().err == "", "nothing is loaded for a name that nobody offers"


def test_names_that_clash_are_refused_with_both_sources(folder: Path):
    package(folder, "moot-one", {VOTES: {"coin": "one:first"}, FORMATS: {"panel": "one:panel"}}, {"one.py": POINTS})
    package(folder, "moot-two", {VOTES: {"coin": "two:first"}}, {"two.py": POINTS})
    votes = received(VOTES, a_vote)
    assert [(each.source, each.why) for each in votes.away] == [
        ("moot-one 1.0", "the name is offered by moot-two 1.0 too"),
        ("moot-two 1.0", "the name is offered by moot-one 1.0 too"),
    ]
    assert "coin" not in METHODS
    formats = received(FORMATS, a_format)
    assert formats.there["panel"] is wiring.formats()["panel"]
    assert formats.sources["panel"].startswith("moot ")
    assert [each.source for each in formats.away] == ["moot-one 1.0"]


def test_what_is_no_format_or_vote_is_left_out(folder: Path):
    sends = {FORMATS: {"odd": "odd:panel", "none": "odd:nothing"}, VOTES: {"none": "odd:nothing", "borda": "odd:first"}}
    package(folder, "moot-odd", sends, {"odd.py": POINTS})
    why = {each.name: each.why for each in received(FORMATS, a_format).away}
    assert why["odd"] == "it is offered as 'odd' and calls itself 'roundtable'"
    assert why["none"].startswith("it is no format: it has no name, version")
    why = {each.name: each.why for each in received(VOTES, a_vote).away}
    assert why["borda"] == "there is a voting method 'borda' already"
    assert why["none"].startswith("it is no vote")


def test_a_vote_that_is_let_in_can_be_asked_for_by_name(folder: Path):
    with pytest.raises(ValueError, match="no voting method 'coin'"):
        Converging(method="coin")
    package(folder, "moot-one", {VOTES: {"coin": "one:first"}}, {"one.py": POINTS})
    wiring.formats()
    wiring.formats()  # Twice the same is no harm.
    assert Converging(method="coin").method == "coin"


def test_roles_come_from_the_files_of_a_package_and_displace_none(folder: Path, tmp_path: Path):
    files = {"cast/__init__.py": "", "cast/bard.md": ROLE.format(name="bard"), "bad/__init__.py": "", "bad/x.md": "no"}
    files |= {"own/__init__.py": "", "own/critic.md": ROLE.format(name="critic"), "empty/__init__.py": "x = 1"}
    sends = {name: name for name in ("cast", "bad", "own", "empty")} | {"text": "empty:x"}
    package(folder, "moot-cast", {ROLES: sends}, files)
    found = received(ROLES, a_folder_of_roles)
    assert {*found.there} == {"cast"}
    why = {each.name: each.why for each in found.away}
    assert why["own"] == "the house has roles of these names itself: critic"
    assert "x.md" in why["bad"]
    assert why["empty"] == "there is no role file in empty"
    assert why["text"].startswith("it is no package")
    theirs = wiring.roles_sent()
    assert {"bard", "critic"} <= set(roles_in(None, theirs))
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "bard.md").write_text(ROLE.format(name="bard").replace("title: T", "title: Mine"))
    assert roles_in(mine, theirs)["bard"].title == "Mine"


async def test_players_of_packages_are_called_on_by_name_unless_the_file_has_them_too(folder: Path):
    sends = {"bard": "p:player", "twice": "p:player", "class": "p:Player", "none": "p:nothing", "human": "p:player"}
    sends |= {"leaver": "p:leaver"}
    package(folder, "moot-cast", {PLAYERS: sends}, {"p.py": POINTS})
    (folder / "players.toml").write_text('[players.twice]\nmodel = "embedded:small"\n')
    hiring = Hiring(folder, models=folder, environment={}, entries=_nothing, sent=players_sent())
    offers = {offer.name: offer for offer in hiring.catalogue() if offer.kind == "package"}
    assert (offers["bard"].usable, offers["bard"].detail) == (True, "moot-cast 1.0")
    assert {name for name, offer in offers.items() if not offer.usable} == {"twice", "class", "none", "human"}
    assert (await hiring.hire(Seated(player="bard"))).name == "bard"
    hiring.must_know(Seated(player="bard"))
    with pytest.raises(moot.PlayerFailed, match="leaver raised SystemExit"):
        await answered(await hiring.hire(Seated(player="leaver")), call())
    with pytest.raises(InvalidInput, match="'bard' cannot use tools"):
        hiring.must_know(Seated(player="bard", settings={"tools": ["git"]}))
    with pytest.raises(InvalidInput, match=r"players.toml, and moot-cast 1.0 offers a player of this name too"):
        hiring.must_know(Seated(player="twice"))
    with pytest.raises(
        InvalidInput, match=r"moot-cast 1.0 offers the player 'class', which is left out: it is a class"
    ):
        await hiring.hire(Seated(player="class"))


async def _nothing(debate: str) -> tuple[()]:
    return ()


async def test_a_store_that_is_asked_for_and_broken_says_whose_it_is(folder: Path):
    sends = {"torn": "torn:opened", "sqlite": "one:first", "none": "one:nothing", "good": "one:first"}
    package(folder, "moot-torn", {STORES: sends}, {"torn.py": "1 / 0", "one.py": POINTS})
    with pytest.raises(InvalidInput, match=r"moot-torn 1.0 offers the store 'torn', which is left out: ZeroDivision"):
        await open_store("torn://somewhere")
    with pytest.raises(InvalidInput, match="it is no store"):
        await open_store("none://somewhere")
    with pytest.raises(InvalidInput, match="no store for nowhere://") as unknown:
        await open_store("nowhere://")
    assert "good://" in str(unknown.value.suggestion)
    await (await open_store("sqlite://")).close()


MAKERS = """
from moot.engine import Told, Tool

async def use(given): return Told("data")

def good(site):
    "Says something."
    return [Tool("say", site.seat, {"type": "object", "properties": {}}, use)]

def burst(site): raise SystemExit("no")
def odd(site): return ["a text"]
"""


async def test_tools_of_packages_are_granted_by_name_and_a_turn_goes_on_without_those_that_break(folder: Path):
    sends = {name: f"makers:{name}" for name in ("good", "burst", "odd", "missing")} | {"git": "makers:good"}
    package(folder, "moot-makers", {TOOLS: sends}, {"makers.py": MAKERS})
    box = box_for(Settings(home=folder))
    offers = {offer.name: offer for offer in box.offers() if "moot-makers" in offer.detail}
    assert (offers["good"].about, offers["good"].why_not) == ("Says something", None)
    assert "AttributeError" in str(offers["missing"].why_not)
    assert offers["git"].why_not == "the house has tools of this name itself"
    async with AsyncExitStack() as stack:
        kit = await box.kit(Site("d", "risk"), ("good", "burst", "odd", "missing"), stack)
    assert [(tool.name, tool.description) for tool in kit.tools] == [("say", "risk")]
    burst, odd, missing = kit.missing
    assert burst == "burst: they could not be made (SystemExit: no)"
    assert odd == "odd: they could not be made (TypeError: a str is no tool)"
    assert missing.startswith("missing: AttributeError")
    box.must_grant(Seated(player="openai:x", settings={"tools": ["good", "git"]}))
    with pytest.raises(InvalidInput, match=r"moot-makers 1.0 offers the set of tools 'missing', which is left out"):
        box.must_grant(Seated(player="openai:x", settings={"tools": ["missing"]}))


def test_every_group_has_a_name_for_people():
    assert set(GROUPS) == {FORMATS, PLAYERS, VOTES, ROLES, STORES, TOOLS}
    assert moot.__version__
