"""Fitting: whether what a package sends is what it says it is."""

from collections.abc import Mapping
from importlib.resources import files
from types import ModuleType
from typing import Any, cast

from moot.debate import Rules
from moot.formats.workshop import Role, builtin_roles, read_role
from moot.voting import Vote, admit

_RULES = (
    *("name", "version", "setup", "moves", "seats"),
    *("begin", "after", "due", "check", "follows", "outcome", "status", "cue"),
)
"""What every format answers; `moot.testing.laws` says whether it answers well."""


def a_format(name: str, rules: Any) -> Rules[Any]:
    """The rules of a format, under the name that they have themselves."""
    missing = [part for part in _RULES if not hasattr(rules, part)]
    if missing:
        raise ValueError(f"it is no format: it has no {', '.join(missing)}")
    if rules.name != name:
        raise ValueError(f"it is offered as {name!r} and calls itself {rules.name!r}")
    return rules


def a_vote(name: str, method: Any) -> Vote:
    """A way to count, which every poll can ask for from now on."""
    if not callable(method):
        raise ValueError("it is no vote: a vote is a function from a poll to a decision")
    vote = cast(Vote, method)
    admit(name, vote)
    return vote


def a_folder_of_roles(name: str, package: Any) -> Mapping[str, Role]:
    """The roles in the files `*.md` of a package."""
    if not isinstance(package, ModuleType):
        raise ValueError("it is no package: name the one in which the role files are")
    found = sorted((file for file in files(package).iterdir() if file.name.endswith(".md")), key=lambda file: file.name)
    roles = [read_role(file.read_text("utf-8"), file.name) for file in found]
    if not roles:
        raise ValueError(f"there is no role file in {package.__name__}")
    taken = [role.name for role in roles if role.name in builtin_roles()]
    if taken:
        raise ValueError(f"the house has roles of these names itself: {', '.join(taken)}")
    return {role.name: role for role in roles}
