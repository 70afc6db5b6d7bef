"""A row of the table of tools: which request it makes, and how its answer is told."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

SHORT = 2_000
"""Characters of a text that a tool tells, unless its row says otherwise."""
WHOLE = 50_000
"""Characters of a text, where the text is what was asked for."""
PIECE = 20_000
"""Characters of a piece of a text that is told piece by piece."""

Does: TypeAlias = Literal["ask", "join", "wait", "wait_in_arena", "finish"]
"""What a tool does beside its request: nothing; looks before it sits down; waits for a turn; waits for the end."""


@dataclass(frozen=True, slots=True)
class Row:
    """One tool."""

    name: str
    route: str
    """Method and path below /api/v1, as the description of the API has them."""
    command: str = ""
    """What does the same on the command line, without the name of the program."""
    about: str = ""
    """What is told of it beside what the API says."""
    form: str = ""
    """Which of the forms it takes, where the route takes several."""
    fixed: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """What it always sends, and nobody is asked for."""
    usual: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """What it sends unless told otherwise, where that differs from the API."""
    without: tuple[str, ...] = ()
    """What the API takes and the tool does not."""
    words: Mapping[str, str] = field(default_factory=dict[str, str])
    """What its fields mean, where it is not what they usually mean."""
    optional: frozenset[str] = frozenset()
    """What need not be given, because the tool finds it."""
    does: Does = "ask"
    pages: bool = False
    """Whether the answer is one long text, of which a piece is told."""
    longest: int = SHORT
    destroys: bool = False
    """Whether it takes something away or ends something."""
    again: bool = False
    """Whether doing it twice is doing it once."""

    @property
    def method(self) -> str:
        """The method of its request."""
        return self.route.partition(" ")[0]

    @property
    def path(self) -> str:
        """The path of its request."""
        return self.route.partition(" ")[2]

    @property
    def group(self) -> str:
        """The first word of its name: what it is about."""
        return self.name.partition("_")[0]

    @property
    def reads(self) -> bool:
        """Whether it changes nothing."""
        return self.method == "GET"
