"""A coding agent's command line, as far as the house sees it: it takes the flags of the real one and refuses any other.

It is copied under the name of an agent (`claude`, `codex` …) and does what `<name>.json` beside it says, turn by turn;
how it was called goes to `<name>.log`. Nothing of the product is imported here. It was written from the same public
descriptions as the adapters, and is not the real program.
"""

import json
import os
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

VERSIONS = {
    "claude": "2.1.303 (Claude Code)",
    "codex": "codex-cli 0.166.0",
    "cursor-agent": "2026.09.02-c22c1a3",
    "gemini": "0.61.0",
    "opencode": "1.18.33",
}
FLAGS: dict[str, tuple[list[str], list[str], list[str]]] = {
    "claude": (["--output-format", "--tools", "--resume", "--model"], ["-p", "--strict-mcp-config"], []),
    "codex": (["--sandbox", "-c", "--model"], ["--json", "--skip-git-repo-check"], ["exec"]),
    "cursor-agent": (["--output-format", "--mode", "--resume", "--model"], ["-p", "--trust"], []),
    "gemini": (["-p", "--output-format", "--approval-mode", "--policy", "--resume", "--model"], ["--skip-trust"], []),
    "opencode": (["--format", "--agent", "--session", "--model"], [], ["run"]),
}
"""What each takes: flags with a value, flags without one, and the word that must come first."""
CHILD = "import socket, sys; socket.create_connection(('127.0.0.1', int(sys.argv[1]))).recv(1)"


def main() -> None:
    """One call, from its words to its exit code."""
    me, words = Path(sys.argv[0]), sys.argv[1:]
    if words == ["--version"]:
        print(VERSIONS[me.name])
        return
    session = conversation(words, *FLAGS[me.name])
    note(me, words, session)
    turn = next_turn(me)
    if "hang" in turn:
        hang(turn["hang"])
    if session and turn.get("forgets"):
        sys.exit(f"No conversation found with session ID: {session}")
    sys.stderr.write(turn.get("stderr", ""))
    noise = turn.get("noise", "")
    told = turn["printed"] if "printed" in turn else answered(me.name, turn["says"], session or f"s-{me.name}")
    sys.stdout.write(f"{noise}{told}{noise}")
    sys.exit(turn.get("exit", 0))


def conversation(words: list[str], valued: list[str], bare: list[str], first: list[str]) -> str | None:
    """The session that is to be resumed; ends as the real ones do where a flag is not known."""
    if words[: len(first)] != first:
        refuse(f"unexpected argument {words[:1]}")
    given: dict[str, str] = {}
    loose: list[str] = []
    rest = iter(words[len(first) :])
    for word in rest:
        if word in valued:
            given[word] = next(rest, None) or refuse(f"a value is required for {word}")
        elif word.startswith("-") and word not in (*bare, "-"):
            refuse(f"unexpected argument {word}")
        elif word not in bare:
            loose.append(word)
    return given.get("--resume") or given.get("--session") or (loose[1] if loose[:1] == ["resume"] else None)


def refuse(why: str) -> Any:
    """Ends with the exit code of wrong usage."""
    sys.stderr.write(f"error: {why}\n")
    sys.exit(2)


def note(me: Path, words: list[str], session: str | None) -> None:
    """Writes down how it was called."""
    secrets = sorted(name for name in os.environ if "KEY" in name or "TOKEN" in name)
    told = {name: value for name, value in os.environ.items() if name.startswith(("MOOT_", "OPENCODE_"))}
    place = {"cwd": os.getcwd(), "secrets": secrets, "told": told}
    seen = {"words": words, "stdin": sys.stdin.read(), "session": session, **place}
    with open(me.with_suffix(".log"), "a") as log:
        log.write(json.dumps(seen) + "\n")


def next_turn(me: Path) -> Any:
    """What to do now; the last turn is taken again and again."""
    plan = me.with_suffix(".json")
    turns = json.loads(plan.read_text())
    if len(turns) > 1:
        plan.write_text(json.dumps(turns[1:]))
    return turns[0]


def hang(port: int) -> None:
    """Holds on for ever, with a child that does the same."""
    held = socket.create_connection(("127.0.0.1", port))
    subprocess.Popen([sys.executable, "-ISEc", CHILD, str(port)])
    held.recv(1)


def answered(agent: str, says: Any, session: str) -> str:
    """An answer in the form of the agent."""
    text = says if isinstance(says, str) else json.dumps(says)
    match agent:
        case "claude":
            usage = {"input_tokens": 90, "cache_read_input_tokens": 10, "output_tokens": 7}
            cost: dict[str, Any] = {"total_cost_usd": 0.0123, "modelUsage": {"claude-sonnet": {}}}
            return lines({**result(text, session), "usage": usage, **cost})
        case "cursor-agent":
            return lines({**result(text, session), "usage": {"inputTokens": 90, "outputTokens": 7}})
        case "gemini":
            stats = {"models": {"gemini-pro": {"tokens": {"prompt": 90, "candidates": 7}}}}
            return json.dumps({"session_id": session, "response": text, "stats": stats}, indent=2) + "\n"
        case "codex":
            return lines(
                {"type": "thread.started", "thread_id": session},
                {"type": "item.completed", "item": {"type": "reasoning", "text": "Hm."}},
                {"type": "item.completed", "item": {"type": "agent_message", "text": text}},
                {"type": "turn.completed", "usage": {"input_tokens": 90, "output_tokens": 7}},
            )
        case _:
            parts: list[tuple[str, Any]] = [
                ("text", {"text": "Let me look."}),
                ("tool_use", {"tool": "read"}),
                ("text", {"text": text}),
                ("step_finish", {"reason": "stop", "cost": 0.01, "tokens": {"input": 90, "output": 7}}),
            ]
            return lines(*({"type": kind, "sessionID": session, "part": part} for kind, part in parts))


def result(text: str, session: str) -> dict[str, Any]:
    """What two of them have in common."""
    return {"type": "result", "subtype": "success", "is_error": False, "result": text, "session_id": session}


def lines(*told: Any) -> str:
    """Objects, one a line."""
    return "".join(f"{json.dumps(each)}\n" for each in told)


if __name__ == "__main__":
    main()
