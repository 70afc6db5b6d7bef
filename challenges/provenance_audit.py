#!/usr/bin/env python3
"""Who said what, asked how, answered how, tested how: the audit has it all, and a changed byte is found."""

import hashlib
import json
import sqlite3
from typing import Any

from cast import BRIEF, GIVEN, GOOD, OFF_BY_ONE, TASK, USUAL, learnt, program
from stage import House, house
from story import must, play, show, tell

PARTS = {"session", "turns", "versions", "tests", "reflections", "gates", "votes", "tally"}
AGREED: dict[str, Any] = {**BRIEF, "cast": ["generator", "executor", "judge"], "gates": ["proposal"]}


def act() -> None:
    """Provenance and audit: the whole trail over HTTP, checked here without the house, and tampered with."""
    with house() as here:
        attempts = [program(OFF_BY_ONE), program(GOOD)]
        here.script({**USUAL, "attempt": attempts, "reflect": [learnt("One is added.")]})
        debate = here.workshop(task=TASK, tests=GIVEN, **AGREED)
        here.until(debate, "gate_after_proposal")
        here.post(f"/debates/{debate}/approve", reason="Seen.")
        here.until(debate)
        audit = here.get(f"/debates/{debate}/audit?limit=1000")
        trail(audit)
        checked(audit, debate)
        replayed(here, debate)
        tampered(here, debate)


def trail(audit: dict[str, Any]) -> None:
    """What the audit tells."""
    tell("the audit of a workshop")
    summary = audit["summary"]
    show("seats", {each["seat"]: [each["player"], each["moves"]] for each in summary["seats"]})
    must(f"it has {', '.join(sorted(PARTS))}", set(summary["workshop"]) >= PARTS)
    attempt = next(line for line in audit["lines"] if line["kind"] == "ATTEMPT")
    (call,) = attempt["calls"]
    show("first attempt", {"by": call["by"], "raw": call["raw"], "asked_at": call["asked_at"]})
    must("the answer is there word for word", json.loads(call["raw"]) == program(OFF_BY_ONE))
    ran = next(line for line in audit["lines"] if line["kind"] == "REPORT" and line["answers"] == attempt["seq"])
    (run,) = ran["calls"]
    show("its run", {"by": run["by"], "outcomes": [each["outcome"] for each in ran["move"]["outcomes"]]})
    must("so is what ran it, and what it was given", OFF_BY_ONE in json.loads(run["prompt"]["task"])["files"].values())
    told = summary["workshop"]
    must("reflection, gate and vote are there", told["reflections"] and told["gates"] and told["votes"])
    must("every line is what its calls say", all(line["sound"] for line in audit["lines"] if line["calls"]))


def checked(audit: dict[str, Any], debate: str) -> None:
    """The chain of hashes, computed here and not by the house."""
    tell("the record, checked by this script")
    last = hashlib.sha256(f"moot/1 {debate}".encode()).hexdigest()
    for line in audit["lines"]:
        body = hashlib.sha256(line["body"].encode()).hexdigest()
        linked = hashlib.sha256(f"{last}\n{line['head']}".encode()).hexdigest()
        if (json.loads(line["head"])["body"], linked) != (body, line["hash"]):
            must(f"line {line['seq']} is as it was written", False)
        last = line["hash"]
    show("last hash", last)
    must(f"all {len(audit['lines'])} lines hang together", last == audit["debate"]["hash"])


def replayed(here: House, debate: str) -> None:
    """The same debate again, with nobody asked; and another one that shares its past."""
    tell("the debate is played again from its record")
    told = here.moot("replay", debate)["data"]
    show("replay", told)
    must(
        "it comes to the same record, byte for byte",
        told["equal"] and told["hash"] == here.get(f"/debates/{debate}/verify")["hash"],
    )
    attempt = here.turns(debate, "ATTEMPT")[0]["seq"]
    fork = here.post(f"/debates/{debate}/rerun", line=attempt, player="cast")["debate_id"]
    here.until(fork, "gate_after_proposal")
    parted = here.get(f"/debates/{debate}/diff?with={fork}")
    show("a fork after its first attempt shares", {name: parted[name] for name in ("common", "stored_alike")})
    must("all lines up to there", parted["common"] >= attempt)


def tampered(here: House, debate: str) -> None:
    """Somebody changes the database behind the house."""
    tell("one word is changed in the database, from behind")
    must("before that it is sound", here.get(f"/debates/{debate}/verify")["sound"])
    with sqlite3.connect(here.home / "moot.db") as database:
        database.execute("UPDATE lines SET body = replace(body, 'Seen.', 'Sawn.') WHERE debate_id = ?", (debate,))
    database.close()
    found = here.get(f"/debates/{debate}/verify")
    show("verify", found)
    must("it is found, with its line", not found["sound"] and "content was changed" in json.dumps(found))


if __name__ == "__main__":
    play(act)
