"""Opening a workshop by hand: the task, what there is already, who takes part, and where it stops."""

from collections.abc import Mapping
from typing import Any

from moot.debate import InvalidInput
from moot.desk import Caller, Desk
from moot.desk.replies import Receipt
from moot.formats.workshop import HOOKS, PHASES
from moot.formats.workshop.casting import TASK_KINDS
from moot.formats.workshop.casts import SIZES
from moot.web.forms import Filled
from moot.web.seats import player_meant
from moot.web.workshop.cases import cases_in

MOST_FILES = 8
"""How many files can be pasted; more are uploaded."""
OPTIONS: Mapping[str, Any] = {
    "kinds": TASK_KINDS,
    "sizes": SIZES,
    "topologies": ("mesh", "star", "chain", "tree"),
    "styles": ("adaptive", "cpde", "dpde", "none"),
    "phases": PHASES,
    "hooks": HOOKS,
    "may_be_off": tuple(phase for phase in PHASES if phase not in ("proposal", "convergence")),
    "files": range(MOST_FILES),
}
"""What the form offers."""


async def open_workshop(desk: Desk, caller: Caller, form: Filled, **same: Any) -> Receipt:
    """Opens the workshop that was filled in."""
    return await desk.open_workshop(
        caller,
        task=form.get("content"),
        title=form.given("title"),
        files=_files(form) or None,
        repo=_repo(form),
        tests=cases_in(form.get("tests")),
        task_kind=form.given("task_kind") or "function",
        size=form.given("size") or "small",
        cast=[line.strip() for line in form.get("cast").splitlines() if line.strip()],
        topology=form.given("topology") or "mesh",
        planning="none" if form.get("off_planning") else form.given("planning") or "adaptive",
        off=[phase for phase in OPTIONS["may_be_off"] if phase != "planning" and form.get(f"off_{phase}")],
        gates=[phase for phase in PHASES if form.get(f"gate_{phase}")],
        checks=_checks(form),
        player=player_meant(form.get("player")).strip() or None,
        seats=_seats(form),
        **same,
    )


def _repo(form: Filled) -> dict[str, Any] | None:
    """The git repository that it works on, if one was named."""
    path = form.given("repo_path")
    return None if path is None else {"path": path, "committed_only": bool(form.get("repo_committed_only"))}


def _checks(form: Filled) -> dict[str, list[str]] | None:
    """After which phases the code is checked; None where nothing is ticked."""
    after: list[str] = [phase for phase in HOOKS if form.get(f"check_{phase}")]
    return {"after": after} if after else None


def _files(form: Filled) -> dict[str, str]:
    """Those that were pasted and those that were uploaded; a path stands for one file."""
    pasted: dict[str, str] = {}
    for place in range(MOST_FILES):
        path, text = form.given(f"file_{place}_path"), form.get(f"file_{place}_text")
        if path is None and text.strip():
            raise InvalidInput("A file was pasted without its path.", suggestion="Give it a path such as solution.py.")
        if path is not None:
            pasted[path] = text
    if both := next((path for path in form.uploads if path in pasted), None):
        raise InvalidInput(f"{both} was pasted and uploaded.", suggestion="Take one of both away.")
    return {**form.uploads, **pasted}


def _seats(form: Filled) -> dict[str, str]:
    """Who holds which seat, a line each: `seat = player`."""
    seats: dict[str, str] = {}
    for line in form.get("seats").splitlines():
        seat, there, player = (part.strip() for part in line.partition("="))
        if line.strip() and not (seat and there and player):
            raise InvalidInput(
                f"{line.strip()!r} does not say who holds which seat.", suggestion="Write seat = player."
            )
        if line.strip():
            seats[seat] = player_meant(player)
    return seats
