"""A coding agent reduced to its hands: it knows no command of its own, only the text it is given.

    python skill_agent.py TEXT PLAN LOG

TEXT is what `moot skills show ROLE TYPE` printed. PLAN is what an agent would have to think of itself: what the user
asked for, and which way to take with which words each time it is its turn. Everything else (the command lines, what
each action asks for, where the values of placeholders come from, what to do after a time-out) is read out of TEXT. LOG
gets every command and its reply, one JSON object a line. Nothing of the product is imported here.
"""

import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

_FENCE = re.compile(r"^```sh ([^\n`]*)\n(.*?)^```$", re.M | re.S)
_PLACEHOLDER_ROW = re.compile(r"^\| `\$([A-Z_]+)` \| (.+) \|$", re.M)
_FROM_A_REPLY = re.compile(r"`(data(?:\.[a-z_]+)+)` of (?:a (?:fresh )?`([a-z-]+)`|the(?: last)?) reply")
_EXIT_CODE_IN_VAIN = re.compile(r"exit code (\d+) \(`data\.status` is `timeout`\)", re.I)


class Stuck(Exception):
    """The text does not say how to go on, or a command of it did not work."""


@dataclass
class Instructions:
    """What the text says, as far as hands need it."""

    text: str
    commands: list[tuple[dict[str, str], str]] = field(init=False)
    sources: dict[str, str] = field(init=False)
    in_vain: int = field(init=False)

    def __post_init__(self) -> None:
        self.commands = [
            (dict(p.split("=", 1) for p in info.split()), body) for info, body in _FENCE.findall(self.text)
        ]
        self.sources = dict(_PLACEHOLDER_ROW.findall(self.text))
        self.in_vain = int(_EXIT_CODE_IN_VAIN.findall(self.text)[0])

    def step(self, name: str) -> str:
        """The command of a step."""
        return self._only(body for labels, body in self.commands if labels.get("step") == name)

    def action(self, name: str, move: str | None) -> str:
        """The command for an action; where the text offers several ways, the one that was decided on."""
        fitting = [(labels, body) for labels, body in self.commands if name in labels.get("action", "").split(",")]
        ways = [body for labels, body in fitting if labels.get("move") == move]
        return self._only(ways or (body for _, body in fitting if len(fitting) == 1))

    def _only(self, bodies: Any) -> str:
        found = list(bodies)
        if len(found) != 1:
            raise Stuck(f"{len(found)} commands where one is needed")
        return found[0]


@dataclass
class Agent:
    """Follows the instructions, with a plan for what it would have to think of."""

    told: Instructions
    plan: dict[str, Any]
    log: Path
    values: dict[str, str] = field(default_factory=dict)
    replies: list[dict[str, Any]] = field(default_factory=list)
    folder: Path = field(default_factory=Path.cwd)

    def work(self) -> None:
        """The whole debate, from the first command to `debate_closed`."""
        self.values.update(self.plan["given"])
        reply = self._open() if "motion" in self.plan else self._run(self.told.step("get-context"))
        while (action := self._data(reply)["action"]) != "debate_closed":
            self._read_documents(reply)
            reply = self._act(action, reply)
        self._run(self.told.action("debate_closed", None))
        if self.plan["moves"]:
            raise Stuck(f"closed, with moves left: {self.plan['moves']}")

    def _open(self) -> dict[str, Any]:
        self.values["DEBATE_ID"] = self._value("DEBATE_ID", fresh=True)
        return self._say(self.told.step("create"), self.plan["motion"])

    def _act(self, action: str, reply: dict[str, Any]) -> dict[str, Any]:
        if action.startswith("wait_for"):
            if self._to_intervene(reply):
                return self._say(self.told.step("intervene"), self.plan["moves"].pop(0))
            return self._run(self.told.action(action, None))
        if not self.plan["moves"]:
            raise Stuck(f"nothing planned for {action}")
        move = self.plan["moves"].pop(0)
        if move["on"] != action:
            raise Stuck(f"{action} came where {move} was planned")
        return self._say(self.told.action(action, move.get("move")), move)

    def _to_intervene(self, reply: dict[str, Any]) -> bool:
        moves, arguments = self.plan["moves"], self._data(reply).get("arguments", [])
        after = moves[0].get("intervene_after") if moves else None
        return after is not None and any(argument["seq"] >= after for argument in arguments)

    def _say(self, command: str, move: dict[str, Any]) -> dict[str, Any]:
        """Write a text, perhaps for a while, and hand it in under a request id of its own."""
        if document := move.get("document"):
            self._share(document)
        self.values["REQUEST_ID"] = self._value("REQUEST_ID", fresh=True)
        cited = f"\n\nSee {self.values['DOC_ID']}@{self.values['VERSION']}." if document else ""
        self.values["FILE"] = self._written(f"moot-{self.values['REQUEST_ID']}.md", move["text"] + cited)
        self.values.update(move.get("values", {}))
        if "hold" in move:
            Path(move["hold"]).read_text()  # a named pipe: read when somebody writes
        values = self._filled(command)
        reply = self._shell(command, values)
        if move.get("again") and not self._data(self._shell(command, values)).get("repeated"):
            raise Stuck("a repeated request was carried out twice")
        if "signal" in move:
            Path(move["signal"]).write_text("go")
        return self._run(self.told.step("get-context")) if self._overtaken(reply) else reply

    def _overtaken(self, reply: dict[str, Any]) -> bool:
        """Whether the debate moved while this was written, by the sign that the text gives."""
        if "its `wait_on` is\nnot its `argument_id`" not in self.told.text:
            raise Stuck("the text does not say how one sees that a claim was parked")
        return self._data(reply)["wait_on"] != self._data(reply)["argument_id"]

    def _share(self, document: dict[str, str]) -> None:
        """A document, or a new version of the one there is."""
        self.values |= {"FILE": self._written("plan.md", document["text"]), "TITLE": document["title"]}
        self.values["NOTE"] = "as agreed"
        made = self._data(self._run(self.told.step("docs-submit" if "DOC_ID" in self.values else "docs-create")))
        self.values["DOC_ID"] = self._value("DOC_ID")
        self.values["VERSION"] = str(made["version"])

    def _read_documents(self, reply: dict[str, Any]) -> None:
        cited = [ref for argument in self._data(reply).get("arguments", []) for ref in argument.get("documents", [])]
        if self.plan.get("reads") and cited:
            kept = dict(self.values)
            self.values |= {"DOC_ID": cited[-1]["id"], "VERSION": str(cited[-1]["version"])}
            self._run(self.told.step("docs-get"))
            self.values["VERSION"] = "1"
            self._run(self.told.step("docs-diff"))
            self._run(self.told.step("docs-history"))
            self.values = kept

    def _written(self, name: str, text: str) -> str:
        path = self.folder / name
        path.write_text(text)
        return str(path)

    def _run(self, command: str) -> dict[str, Any]:
        return self._shell(command, self._filled(command))

    def _filled(self, command: str) -> dict[str, str]:
        """The placeholders of a command, with their values as of now."""
        return {name: self._value(name) for name in sorted(set(re.findall(r"\$([A-Z_]+)", command)))}

    def _shell(self, command: str, values: dict[str, str]) -> dict[str, Any]:
        """Run a command line in a shell, with its placeholders as variables; after a wait in vain, run the next."""
        done = subprocess.run(
            ["sh", "-euc", command],
            env=os.environ | values,
            cwd=self.folder,
            capture_output=True,
            text=True,
            timeout=110,
        )
        reply: dict[str, Any] = json.loads(done.stdout or "null") or {}
        with self.log.open("a") as log:
            log.write(
                json.dumps({"command": command, "values": values, "exit": done.returncode, "reply": reply}) + "\n"
            )
        self.replies.append(reply)
        if done.returncode == self.told.in_vain:
            return self._shell(self._data(reply)["retry_command"], {})
        if done.returncode or not reply.get("success"):
            raise Stuck(f"{command.strip()} ended with {done.returncode}: {done.stdout}{done.stderr}")
        return reply

    def _value(self, name: str, *, fresh: bool = False) -> str:
        """The value of a placeholder: what was given or written, else what the text says."""
        if not fresh and name in self.values:
            return self.values[name]
        source = _FROM_A_REPLY.search(self.told.sources.get(name, ""))
        if source is None:
            raise Stuck(f"the text does not say where ${name} comes from")
        path, command = source.groups()
        if command:
            return self._found(path, [self._run(self.told.step(command))])
        return self._found(path, self.replies)

    def _found(self, path: str, replies: list[dict[str, Any]]) -> str:
        for reply in reversed(replies):
            at: Any = reply
            for part in path.split("."):
                at = at.get(part) if isinstance(at, dict) else None  # pyright: ignore[reportUnknownMemberType,reportUnknownVariableType]
            if at is not None:
                return str(at)  # pyright: ignore[reportUnknownArgumentType]
        raise Stuck(f"no reply had {path}")

    def _data(self, reply: dict[str, Any]) -> dict[str, Any]:
        return reply["data"]


def main() -> None:
    """Read the text and the plan, and go to work."""
    text, plan, log = (Path(name) for name in sys.argv[1:])
    Agent(Instructions(text.read_text()), json.loads(plan.read_text()), log).work()


if __name__ == "__main__":
    main()
