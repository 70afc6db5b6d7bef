"""Prompts: the brief of a seat in a debate, and what each role of a debate type is told."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from mcp_types import GetPromptResult, Prompt, PromptArgument, PromptMessage, TextContent

from moot.debate import Refusal
from moot.mcp.refusing import Refused, invalid
from moot.mcp.wire import Skills, Wire

ROLES = ("proposer", "opponent", "arbitrator")
ARENA = "arena"

_AS_TOOLS = (
    "Where a command `aw debate NAME` or `moot arena NAME` is named below, call the tool debate_NAME or arena_NAME."
)


@dataclass(frozen=True, slots=True)
class Prompts:
    """What can be asked for as a prompt."""

    skills: Skills

    def listed(self) -> list[Prompt]:
        """Every prompt."""
        debate = PromptArgument(name="debate_id", description="The debate's id.", required=True)
        seat = PromptArgument(name="role", description="The seat that you speak for.", required=True)
        kind = PromptArgument(name="debate_type", description="The debate type; general_debate if left out.")
        return [
            Prompt(name="brief", description="What a seat of a debate is told now.", arguments=[debate, seat]),
            *(
                Prompt(name=role, description=f"How to be the {role} in an arbitration.", arguments=[kind])
                for role in ROLES
            ),
            Prompt(name=ARENA, description="How to debate and judge in the arena."),
        ]

    async def given(self, wire: Wire, name: str, arguments: Mapping[str, str]) -> GetPromptResult:
        """One prompt."""
        if name == "brief":
            return _prompt("The brief of a seat", await _brief(wire, arguments))
        try:
            if name in (*ROLES, ARENA):
                kind = None if name == ARENA else arguments.get("debate_type") or "general_debate"
                return _prompt(f"The {name}", f"{_AS_TOOLS}\n\n{self.skills(name, kind)}")
        except Refusal as refusal:
            raise Refused(refusal.told()) from refusal
        raise invalid(f"There is no prompt {name[:100]!r}.", "List the prompts.")


async def _brief(wire: Wire, arguments: Mapping[str, str]) -> str:
    for needed in ("debate_id", "role"):
        if not arguments.get(needed):
            raise invalid(f"{needed}: must be given.", "A brief is told to one seat of one debate.")
    debate, role = arguments["debate_id"], arguments["role"]
    told = await wire.ask("GET", f"/debates/{wire.segment(debate)}/brief", {"role": role})
    return f"{told['you']}\n\n{told['record']}\n\n{_tasks(told, debate, role)}"


def _tasks(told: Mapping[str, Any], debate: str, role: str) -> str:
    asked = "\n\n".join(
        f"## Task {number}\n{task['task']}\n\nOne of these forms, as JSON:\n"
        + "\n".join(f"{form['type']}: {json.dumps(form['form'], ensure_ascii=False)}" for form in task["forms"])
        for number, task in enumerate(told["tasks"], start=1)
    )
    return (
        f"{asked}\n\nAnswer with debate_answer: debate_id {debate}, role {role}, `filled` with one form for each task."
    )


def _prompt(about: str, text: str) -> GetPromptResult:
    return GetPromptResult(description=about, messages=[PromptMessage(role="user", content=TextContent(text=text))])
