import re
from pathlib import Path

import pytest

from moot.client.errors import NO_SERVER
from moot.debate import (
    AgentNotFound,
    AlreadyJudged,
    HandleTaken,
    InvalidInput,
    LimitReached,
    NotVerified,
    TooYoung,
    TopicTaken,
    XHandleTaken,
    XNotConfirmed,
)
from moot.library.shelf import DocumentMoved
from moot.mcp.table import ROWS
from moot.players.command.agents import AGENTS
from moot.skills import ARENA, DUEL, ROLES, brief, debate_types, show, show_any
from moot.skills.texts import Texts
from tests.support.fences import command_words, fences

CONTRACT = Path(__file__).parents[2] / "docs/design/entrances.md"
PACKAGE = Path(show.__code__.co_filename).parent
OF_THE_ARENA = {
    TooYoung.code, AgentNotFound.code, AlreadyJudged.code, HandleTaken.code, LimitReached.code, NotVerified.code,
    TopicTaken.code, XHandleTaken.code, XNotConfirmed.code,
}  # fmt: skip
"""What nobody is told in another debate than the arena's."""
OF_WORKSHOPS = {"NO_SANDBOX", "REPOSITORY_UNFIT", "REPOSITORY_DIRTY"}
OF_FORKS = {"NEWER_RULES"}
OF_BACKUPS = {"HOUSE_NOT_EMPTY", "BACKUP_UNFIT", "RECORD_UNSOUND"}
OF_DOCUMENTS = {"DOCUMENT_NOT_FOUND", "DOCUMENT_MOVED"}
OF_THE_SERVERS_OWNER = {"NEWER_DATABASE", "METHOD_NOT_ALLOWED"}
BEYOND_THE_CONTRACT = {NO_SERVER, "WRONG_USAGE", DocumentMoved.code, "METHOD_NOT_ALLOWED"}
TYPES = ("coding_plan_debate", "general_debate")

shipped = pytest.mark.parametrize(
    "text", sorted(PACKAGE.rglob("*.md")), ids=lambda path: str(path.relative_to(PACKAGE))
)
every = pytest.mark.parametrize(("role", "debate_type"), [(role, name) for role in ROLES for name in TYPES])


def _error_codes() -> set[str]:
    table = CONTRACT.read_text().split("### Errors")[1].split("\n## ")[0]
    return set(re.findall(r"\b[A-Z]{2,}(?:_[A-Z]+)+\b|\bUNAVAILABLE\b|\bFORBIDDEN\b|\bUNAUTHENTICATED\b", table))


def _actions() -> dict[str, set[str]]:
    table = CONTRACT.read_text().split("## The action that a role is told")[1].split("\n\n")[0]
    rows = [
        [cell.strip() for cell in line.strip("| ").split("|")] for line in table.splitlines() if line.startswith("|")
    ]
    header, _, *cells = rows
    return {
        role: {name for row in cells for name in re.findall(r"[a-z]+(?:_[a-z]+)+|\brespond\b|\brule\b", row[column])}
        for column, role in enumerate(header)
        if role != "state"
    }


def test_the_contract_is_read_as_it_is_written():
    assert {"ACTION_NOT_ALLOWED", "STORE_BUSY", "NOT_FOUND", "UNAVAILABLE", "RATE_LIMITED"} <= _error_codes()
    assert _actions()["proposer"] == {
        "respond", "align_to_ruling", "wait_for_opponent", "wait_for_ruling", "debate_closed",
    }  # fmt: skip
    assert _actions()["arbitrator"] == {"rule", "wait_for_opponent", "wait_for_proposer", "debate_closed"}


@every
def test_every_action_of_a_role_has_a_heading_and_a_command(role: str, debate_type: str):
    text = show(role, debate_type)
    commanded = {action for fence in fences(text) for action in fence.labels.get("action", "").split(",") if action}
    assert commanded == _actions()[role]
    for action in _actions()[role]:
        assert re.search(rf"^### .*`{action}`", text, re.M), action


@every
def test_every_error_code_has_a_row_that_says_what_to_do(role: str, debate_type: str):
    told = _advice(show(role, debate_type))
    assert set(told) == (_error_codes() - OF_THE_ARENA - OF_WORKSHOPS - OF_FORKS - OF_BACKUPS) | BEYOND_THE_CONTRACT
    assert all(told.values())


def _advice(text: str) -> dict[str, str]:
    rows = re.findall(r"^\| (`[A-Z_`, ]+) \| (.+) \|$", text, re.M)
    return {code: advice for codes, advice in rows for code in re.findall(r"`([A-Z_]+)`", codes)}


def test_the_arena_has_a_row_for_every_code_that_an_agent_can_meet_there():
    told = _advice(show_any(ARENA, None))
    met = _error_codes() | OF_THE_ARENA | {NO_SERVER, "WRONG_USAGE"}
    assert set(told) == met - OF_DOCUMENTS - OF_THE_SERVERS_OWNER - OF_WORKSHOPS - OF_FORKS - OF_BACKUPS
    assert all(told.values())


@pytest.mark.parametrize(("name", "yours"), [(ARENA, {"TOPIC", "BIO", "REASON"}), (DUEL, set[str]())])
def test_every_placeholder_of_a_whole_text_is_explained(name: str, yours: set[str]):
    text = show_any(name, None)
    used = {name for fence in fences(text) for name in re.findall(r"\$([A-Z_]+)", fence.body)}
    rows = re.findall(r"^\| (`\$[A-Z_`$, ]+) \|", text, re.M)
    assert used == {name for row in rows for name in re.findall(r"\$([A-Z_]+)", row)} | yours


@every
def test_the_tools_that_are_named_are_those_of_the_mcp_server(role: str, debate_type: str):
    text = show(role, debate_type)
    _, _, section = text.partition("## Tools instead of commands")
    named = set(re.findall(r"`((?:debate|document)_[a-z_]+)`", section.partition("\n## ")[0])) - {"debate_id"}
    tools = {row.name for row in ROWS}
    assert named <= tools
    for words in command_words(text):
        group, verb = {"debate": "debate", "docs": "document"}.get(words[1], ""), words[2].replace("-", "_")
        differs = {"get_context", "ruling", "intervention", "generate_id", "get"}
        assert not group or verb in differs or f"{group}_{verb}" in tools, words


def test_a_duel_names_the_agents_that_there_are():
    assert all(f"`{name}`" in show_any(DUEL, None) for name in AGENTS)


@every
def test_every_placeholder_of_a_command_is_explained(role: str, debate_type: str):
    text = show(role, debate_type)
    used = {name for fence in fences(text) for name in re.findall(r"\$([A-Z_]+)", fence.body)}
    told = set(re.findall(r"^\| `\$([A-Z_]+)` \|", text, re.M))
    yours = {"TITLE", "DEBATE_TYPE", "NOTE", "OPTION", "OPTION_A", "OPTION_B"}
    assert used <= told | yours


@every
@pytest.mark.parametrize(
    "matter",
    [
        "`data.retry_command`",  # time-outs
        "run it again with the same `$REQUEST_ID`",  # repeats
        "## After a crash",
        "recorded as parked",  # an intervention while one writes
        "Cite as `doc-…@2`",  # documents
        "Go on until\n`debate_closed`",
        "Speak for your own role only",
        "Tell the user when something needs them",
        "moot serve --detach",
    ],
)
def test_what_can_happen_to_any_role_is_covered(role: str, debate_type: str, matter: str):
    assert matter in show(role, debate_type)


@every
def test_a_role_is_never_told_to_speak_for_another(role: str, debate_type: str):
    verbs = {"proposer": {"ruling", "intervention"}, "arbitrator": {"submit", "appeal", "request-completion", "create"}}
    verbs["opponent"] = {"appeal", "request-completion", "create", *verbs["proposer"]}
    for words in command_words(show(role, debate_type)):
        if words[:2] == ["aw", "debate"]:
            assert words[2] not in verbs[role]
        if "--role" in words:
            assert words[words.index("--role") + 1] == role


@shipped
def test_a_text_is_short_enough_to_be_read_whole(text: Path):
    assert len(text.read_text().splitlines()) < 250


@shipped
def test_a_text_has_nothing_that_a_tool_would_replace(text: Path):
    # Claude Code replaces $ARGUMENTS, $0… and runs !`…`; Gemini CLI replaces {{args}}, @{…} and !{…}.
    assert not re.search(r"\$ARGUMENTS|\$\d|!`|!\{|@\{|\{\{", text.read_text())


@every
def test_what_is_shown_is_the_command_and_then_the_rules(role: str, debate_type: str):
    text = show(role, debate_type)
    assert text.startswith(f"# {role.capitalize()}: ")
    assert text.endswith(brief(role, debate_type))
    assert "aw debate" not in brief(role, debate_type)


def test_what_is_shown_says_where_the_rules_of_other_debate_types_are():
    assert "Run `moot skills show opponent general_debate`." in show("opponent", "coding_plan_debate")
    assert (
        "`coding_plan_debate`: The matter is a plan for a change in code, before the code is written. The rules"
        in show("opponent", "coding_plan_debate")
    )


def test_the_shipped_debate_types_are_those_of_the_spec():
    assert debate_types() == TYPES


def test_an_unknown_role_or_debate_type_is_refused_with_what_there_is():
    with pytest.raises(InvalidInput, match="'judge'") as refused:
        show("judge", "general_debate")
    assert refused.value.suggestion == "Choose one of: proposer, opponent, arbitrator."
    for name in ("poetry_slam", "../general_debate", ""):
        with pytest.raises(InvalidInput, match="debate type") as refused:
            brief("proposer", name)
        assert refused.value.suggestion == "Choose one of: coding_plan_debate, general_debate."


@pytest.fixture
def extra(tmp_path: Path) -> Path:
    folder = tmp_path / "rules"
    (folder / "api_review").mkdir(parents=True)
    (folder / "api_review/opponent.md").write_text(
        "# Rules\n\nThe matter is an interface, e.g. one\nof ours. Be kind.\n"
    )
    (folder / "Not A Type").mkdir()
    (folder / "readme.md").write_text("not a folder")
    return folder


def test_a_folder_adds_a_debate_type(extra: Path):
    assert debate_types(extra) == ("api_review", *TYPES)
    assert brief("opponent", "api_review", extra).startswith("# Rules\n\nThe matter is an interface")
    assert show("opponent", "api_review", extra).endswith("Be kind.\n")
    assert "- `api_review`: " in show("proposer", "general_debate", extra)


def test_a_role_without_rules_gets_the_general_ones(extra: Path):
    assert brief("proposer", "api_review", extra) == brief("proposer", "general_debate")


def test_the_owners_rules_come_before_the_shipped_ones(extra: Path):
    (extra / "general_debate").mkdir()
    (extra / "general_debate/arbitrator.md").write_text("Toss a coin.")
    assert brief("arbitrator", "general_debate", extra) == "Toss a coin.\n"
    assert brief("arbitrator", "api_review", extra) == "Toss a coin.\n"
    assert brief("proposer", "general_debate", extra) == brief("proposer", "general_debate")


def test_rules_that_cannot_be_read_are_refused(extra: Path, tmp_path: Path):
    (extra / "api_review/opponent.md").write_bytes(b"\xff\xfe")
    with pytest.raises(InvalidInput, match="cannot be read"):
        brief("opponent", "api_review", extra)
    with pytest.raises(InvalidInput, match="no folder"):
        debate_types(tmp_path / "nowhere")


def test_the_matter_of_a_debate_type_is_its_first_sentence(extra: Path):
    assert Texts().matter("coding_plan_debate").endswith("before the code is written.")
    (extra / "api_review/proposer.md").write_text("# Only a heading")
    assert Texts(extra).matter("api_review") == ""
