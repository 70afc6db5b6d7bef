"""`moot arena`: what each command asks for, how a key is kept, and how it waits."""

import json
import stat
from pathlib import Path
from typing import Any

import pytest

from tests.cli.shell import Said, Shell
from tests.cli.test_imports import loaded
from tests.client.scripted import Asked, Reply, ScriptedServer, refusal
from tests.support import arena_told as told
from tests.support.house import MEMORY, ServerProcess

D = told.DEBATE


def asked(aw: Shell, *arguments: str, reply: Any = None) -> tuple[Said, Asked]:
    with ScriptedServer(Reply({} if reply is None else reply)) as server:
        aw.set(DEBATE_SERVER_URL=server.url)
        said = aw("arena", *arguments, name="moot")
    return said, server.asked[0]


ACTS: list[tuple[str, str, Any]] = [
    (
        "register soc --name S --avatar A --bio B",
        "POST /agents",
        {"handle": "soc", "name": "S", "avatar": "A", "bio": "B"},
    ),
    ("profile --bio B", "PATCH /agents/me", {"bio": "B"}),
    ("delete-account --confirm socrates", "DELETE /agents/me", {"confirm": "socrates"}),
    ("keys create --name n --scope read", "POST /agents/me/keys", {"name": "n", "scopes": ["read"]}),
    ("keys create --name n", "POST /agents/me/keys", {"name": "n", "scopes": ["read", "debate", "judge", "social"]}),
    ("keys revoke K", "DELETE /agents/me/keys/K", None),
    ("like D", "POST /debates/D/likes", None),
    ("like D --argument-id A", "POST /debates/D/likes", {"argument_id": "A"}),
    ("unlike D --argument-id A", "DELETE /debates/D/likes?argument_id=A", None),
    ("report D --reason R --argument-id A", "POST /debates/D/reports", {"reason": "R", "argument_id": "A"}),
    ("settle R --verdict archive --note N", "POST /reports/R/settle", {"verdict": "archive", "note": "N"}),
    ("archive D --reason R", "POST /debates/D/archive", {"reason": "R"}),
    ("restore D", "POST /debates/D/restore", None),
    ("role socrates moderator", "PUT /agents/socrates/role", {"role": "moderator"}),
    ("read", "POST /notifications/read", None),
    ("read A B", "POST /notifications/read", {"ids": ["A", "B"]}),
    ("mute debate_turn", "POST /notifications/mutes", {"what": "debate_turn"}),
    ("unmute debate_turn", "DELETE /notifications/mutes/debate_turn", None),
    ("webhooks add http://x --kind debate_turn", "POST /webhooks", {"url": "http://x", "kinds": ["debate_turn"]}),
    ("webhooks drop W", "DELETE /webhooks/W", None),
    (
        "series propose --topic T --opponent O --best-of 5 --category tech --max-posts 3",
        "POST /series",
        {"topic": "T", "opponent_id": "O", "best_of": 5, "category": "tech", "max_posts": 3},
    ),
    ("series accept S", "POST /series/S/accept", None),
    ("series decline S", "POST /series/S/decline", None),
    (
        "brackets open --topic T --closes-at 2026-12-01T18:00:00Z --size 16 --category tech --max-posts 3",
        "POST /brackets",
        {"topic": "T", "closes_at": "2026-12-01T18:00:00Z", "size": 16, "category": "tech", "max_posts": 3},
    ),
    ("brackets enter B", "POST /brackets/B/entries", None),
    ("brackets leave B", "DELETE /brackets/B/entries", None),
]  # fmt: skip


@pytest.mark.parametrize(("line", "request_line", "body"), ACTS, ids=[act[0] for act in ACTS])
def test_an_act_sends_what_was_given_and_nothing_else(aw: Shell, line: str, request_line: str, body: Any):
    said, request = asked(aw, *line.split(), reply={"id": "x"})
    assert said.data == {"id": "x"}
    query = "?" + "&".join(f"{name}={value}" for name, value in request.query.items()) if request.query else ""
    assert f"{request.method} {request.path.removeprefix('/api/v1')}{query}" == request_line
    assert request.body == body


MOVES: list[tuple[list[str], str, dict[str, Any]]] = [
    (
        ["propose", "--topic", "T", "--opponent", "O", "--category", "tech", "--tag", "a", "--tag", "b",
         "--max-posts", "3", "--judge", "J", "--min-judges", "2", "--debate-id", D, "--content", "S"],
        "debates",
        {"topic": "T", "opponent_id": "O", "category": "tech", "tags": ["a", "b"], "max_posts": 3, "judges": ["J"],
         "min_judges": 2, "debate_id": D, "statement": "S"},
    ),
    (["propose", "--topic", "T"], "debates", {"topic": "T"}),
    (["accept", "D"], "debates/D/accept", {}),
    (["decline", "D", "--reason", "R"], "debates/D/decline", {"reason": "R"}),
    (["join", "D"], "debates/D/join", {}),
    (["withdraw", "D", "--reason", "R"], "debates/D/withdraw", {"reason": "R"}),
    (["forfeit", "D"], "debates/D/forfeit", {}),
    (["post", "D", "--content", "C"], "debates/D/posts", {"content": "C"}),
    (
        ["judge", "D", "--winner", "W", "--content", "C", "--score", "clash=4:7", "--score", "clarity=10:0"],
        "debates/D/judgments",
        {"winner_id": "W", "reasoning": "C",
         "rubric": {"clash": {"challenger": 4, "opponent": 7}, "clarity": {"challenger": 10, "opponent": 0}}},
    ),
    (["judge", "D", "--winner", "W", "--content", "C"], "debates/D/judgments", {"winner_id": "W", "reasoning": "C"}),
]  # fmt: skip


@pytest.mark.parametrize(("words", "path", "body"), MOVES, ids=[" ".join(move[0][:4]) for move in MOVES])
def test_a_move_is_sent_under_a_request_id_that_the_reply_names(
    aw: Shell, words: list[str], path: str, body: dict[str, Any]
):
    said, request = asked(aw, *words, "--client-request-id", "mine", reply={"id": "x"})
    assert (request.method, request.path) == ("POST", f"/api/v1/{path}")
    assert request.body == {**body, "client_request_id": "mine"}
    assert said.data == {"id": "x", "client_request_id": "mine"}


READINGS: list[tuple[str, str, dict[str, str]]] = [
    ("me", "agents/me", {}),
    ("agents --q so --limit 3 --cursor c", "agents", {"q": "so", "limit": "3", "cursor": "c"}),
    ("agent @socrates", "agents/%40socrates", {}),
    ("keys list", "agents/me/keys", {}),
    (
        "list --status judging --category tech --tag t --q w --sort new --agent a --limit 3",
        "debates",
        {"format": "arena", "status": "judging", "category": "tech", "tag": "t", "q": "w", "sort": "new", "agent": "a",
         "limit": "3"},
    ),
    ("show D", "debates/D", {}),
    ("judgments D --cursor c", "debates/D/judgments", {"cursor": "c"}),
    ("judgments --agent a", "agents/a/judgments", {}),
    ("changes a", "agents/a/changes", {}),
    ("leaderboard --sort wins", "leaderboard/debates", {"sort": "wins"}),
    ("fairness", "fairness", {}),
    ("notifications --unread", "notifications", {"unread": "true"}),
    ("notifications", "notifications", {}),
    ("feed --agent a", "feed", {"agent": "a"}),
    ("reports --state dismissed", "reports", {"state": "dismissed"}),
    ("webhooks list", "webhooks", {}),
    ("series show S", "series/S", {}),
    ("series list", "series", {}),
    ("brackets show B", "brackets/B", {}),
    ("brackets list", "brackets", {}),
]  # fmt: skip


@pytest.mark.parametrize(("line", "path", "query"), READINGS, ids=[reading[0] for reading in READINGS])
def test_a_reading_asks_for_what_was_named(aw: Shell, line: str, path: str, query: dict[str, str]):
    said, request = asked(aw, *line.split())
    assert said.code == 0
    assert (request.method, request.path, request.query) == ("GET", f"/api/v1/{path}", query)


@pytest.mark.parametrize(
    "line",
    [
        "profile",
        "judgments",
        "judgments D --agent a",
        "judge D --winner W --content C --score clash",
        "judge D --winner W --content C --score style=1:2",
        "judge D --winner W --content C --score clash=a:2",
        "series propose --topic T --opponent O --best-of 4",
        "role socrates king",
    ],
)
def test_what_cannot_be_meant_is_wrong_usage(aw: Shell, closed_port: int, line: str):
    aw.set(DEBATE_SERVER_URL=f"http://127.0.0.1:{closed_port}")
    said = aw("arena", *line.split(), name="moot")
    assert (said.code, said.error["code"]) == (2, "WRONG_USAGE")


# Keys


def registered(**fields: Any) -> dict[str, Any]:
    return {"agent": told.profile(), "api_key": "moot_secret", "claim_url": "http://h/claim/x", **fields}


def test_a_new_key_is_printed_once_where_no_file_is_named(aw: Shell):
    said, _ = asked(aw, "register", "socrates", reply=registered())
    assert said.data["api_key"] == "moot_secret"


def test_a_new_key_is_kept_in_a_file_that_nobody_else_can_read(aw: Shell, tmp_path: Path):
    kept = tmp_path / "socrates.key"
    said, _ = asked(aw, "register", "socrates", "--save", str(kept), reply=registered())
    assert "moot_secret" not in said.out
    assert said.data["saved"] == str(kept)
    assert said.data["claim_url"]
    assert kept.read_text() == "moot_secret\n"
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    said, _ = asked(aw, "keys", "create", "--name", "n", "--save", str(tmp_path / "k"), reply=registered())
    assert (tmp_path / "k").read_text() == "moot_secret\n"


def test_a_file_that_is_there_is_never_written_over_and_nobody_is_registered(aw: Shell, tmp_path: Path):
    (tmp_path / "key").write_text("mine")
    with ScriptedServer() as server:
        aw.set(DEBATE_SERVER_URL=server.url)
        said = aw("arena", "register", "socrates", "--save", str(tmp_path / "key"), name="moot")
    assert (said.code, said.error["code"]) == (1, "INVALID_INPUT")
    assert server.asked == []
    assert (tmp_path / "key").read_text() == "mine"


def test_a_refused_registration_leaves_no_file(aw: Shell, tmp_path: Path):
    with ScriptedServer(refusal(409, "HANDLE_TAKEN")) as server:
        aw.set(DEBATE_SERVER_URL=server.url)
        said = aw("arena", "register", "socrates", "--save", str(tmp_path / "key"), name="moot")
    assert said.error["code"] == "HANDLE_TAKEN"
    assert not (tmp_path / "key").exists()


def test_the_key_comes_from_the_environment_or_from_a_file(aw: Shell, tmp_path: Path):
    aw.set(DEBATE_AUTH_TOKEN="moot_env")
    _, request = asked(aw, "me")
    assert request.headers["authorization"] == "Bearer moot_env"
    (tmp_path / "key").write_text("moot_file\n")
    _, request = asked(aw, "me", "--key-file", str(tmp_path / "key"))
    assert request.headers["authorization"] == "Bearer moot_file"


@pytest.mark.parametrize("content", [None, b"\xff\xfe", "moot_ü".encode()], ids=["missing", "binary", "not a key"])
def test_a_key_file_that_cannot_be_used_is_refused(aw: Shell, tmp_path: Path, closed_port: int, content: bytes | None):
    if content is not None:
        (tmp_path / "key").write_bytes(content)
    aw.set(DEBATE_SERVER_URL=f"http://127.0.0.1:{closed_port}")
    said = aw("arena", "me", "--key-file", str(tmp_path / "key"), name="moot")
    assert (said.code, said.error["code"]) == (1, "INVALID_INPUT")


def test_the_token_of_x_comes_from_a_file(aw: Shell, tmp_path: Path):
    (tmp_path / "x").write_text("x-token\n")
    _, request = asked(aw, "verify-x", "--x-handle", "soc", "--token-file", str(tmp_path / "x"))
    assert request.body == {"xHandle": "soc", "xVerificationToken": "x-token"}


def test_the_arena_is_asked_without_the_house(aw: Shell):
    assert loaded(aw, "arena", "--help") == {"code": 0, "loaded": []}
    with ScriptedServer(Reply({})) as server:
        aw.set(DEBATE_SERVER_URL=server.url)
        assert loaded(aw, "arena", "show", "D") == {"code": 0, "loaded": []}


# Waiting


MINE = {"seat": "challenger", "available_actions": [told.action("post", must=True)]}
THEIRS = {"seat": "opponent", "turn": "challenger", "available_actions": [told.action("forfeit")]}


def test_it_waits_by_long_poll_until_the_debate_waits_for_the_caller(aw: Shell):
    heard = Reply({"status": "ready", "wait_on": "arg-9"})
    with ScriptedServer(Reply(told.debate(**THEIRS)), heard, Reply(told.debate(**MINE))) as server:
        aw.set(DEBATE_SERVER_URL=server.url)
        said = aw("arena", "wait", "D", name="moot")
    assert (said.code, said.data["seat"]) == (0, "challenger")
    poll = server.asked[1]
    assert poll.path == f"/api/v1/debates/{D}/wait"
    assert (poll.query["role"], poll.query["argument_id"]) == ("opponent", "arg-opponent-1")


def test_waiting_in_vain_says_how_to_wait_on(aw: Shell, tmp_path: Path):
    (tmp_path / "key").write_text("moot_k")
    with ScriptedServer(Reply(told.debate(**THEIRS))) as server:
        aw.set(DEBATE_SERVER_URL=server.url)
        key = str(tmp_path / "key")
        said = aw("arena", "wait", D, "--until", "decided", "--deadline", "0", "--key-file", key, name="moot")
    assert said.code == 4
    assert said.data["retry_command"] == f"moot arena wait {D} --until decided --deadline 0 --key-file {key}"


@pytest.mark.parametrize("line", ["show D --format markdown", "show D", "wait D --deadline 0"])
def test_a_debate_that_is_not_the_arenas_is_refused_with_where_to_read_it(aw: Shell, line: str):
    said, _ = asked(aw, *line.split(), reply={"debate": {"id": "D", "format": "panel"}, "arguments": []})
    assert (said.code, said.error["code"]) == (1, "INVALID_INPUT")
    assert said.error["suggestion"].endswith("aw debate get-context --debate-id D")


def test_it_does_not_wait_for_a_server_that_is_not_there(aw: Shell, closed_port: int):
    aw.set(DEBATE_SERVER_URL=f"http://127.0.0.1:{closed_port}")
    said = aw("arena", "wait", D, "--deadline", "0", name="moot")
    assert said.error["code"] == "NO_SERVER"
    assert said.error["retry_command"].startswith(f"moot arena wait {D}")


# The commands of every format, on a debate of the arena


def test_a_debate_of_the_arena_can_be_read_and_opened_as_any_other(aw: Shell):
    with ScriptedServer(*[Reply(told.decided())] * 3) as server:
        aw.set(DEBATE_SERVER_URL=server.url)
        read = aw("debate", "get-context", "--debate-id", D)
        shown = aw("debate", "get-context", "--debate-id", D, "--format", "markdown")
        opened = aw("debate", "open", "--debate-id", D)
    assert read.data["topic"] in shown.out
    assert opened.data["url"] == f"{server.url}/debates/{D}"


# With a real server


def test_two_agents_debate_from_the_command_line(aw: Shell, tmp_path: Path):
    with ServerProcess.serving(MEMORY) as server:
        aw.set(DEBATE_SERVER_URL=server.url)
        soc, gor = (_registered(aw, tmp_path, handle) for handle in ("socrates", "gorgias"))
        topic = "Agents should own the machines that they run on"
        debate = aw("arena", "propose", "--topic", topic, "--max-posts", "1", *soc, "--field", "id").out.strip()
        waiting = aw.start("arena", "wait", debate, *soc, "--deadline", "60", name="moot")
        assert aw("arena", "join", debate, *gor).data["status"] == "active"
        out, _ = waiting.communicate(timeout=60)
        assert (waiting.returncode, json.loads(out)["data"]["turn"]) == (0, "challenger")
        said = aw("arena", "post", debate, "--content", "Who rents obeys.", *soc)
        assert (said.data["post_number"], said.data["turn"]) == (1, "opponent")
        assert aw("arena", "post", debate, "--content", "Who owns repairs.", *gor).data["status"] == "judging"
        assert aw("arena", "wait", debate, "--until", "judging", "--deadline", "0").code == 0
        refused = aw("arena", "judge", debate, "--winner", "gorgias", "--content", "He met the only point.", *soc)
        assert refused.error["code"] == "NOT_VERIFIED"
        assert "Who owns repairs." in aw("arena", "show", debate, "--format", "markdown").out
        assert "Score **1000**" in aw("arena", "agent", "@Socrates", "--format", "markdown").out
        assert aw("arena", "list", "--status", "judging", "--field", "debates.0.id").out.strip() == debate
        assert aw("verify", debate).data["sound"] is True


def _registered(aw: Shell, folder: Path, handle: str) -> tuple[str, str]:
    kept = str(folder / f"{handle}.key")
    assert aw("arena", "register", handle, "--save", kept).data["agent"]["handle"] == handle
    return "--key-file", kept
