"""Which pictures there are, what each shows, and what it is drawn from."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Literal, TypeAlias

PICTURES = Path("docs/pictures/screens")
INDEX = PICTURES / "index.json"
WEB = Path("src/moot/web")
LOOKS: Mapping[str, tuple[int, int, Literal["light", "dark"]]] = {
    "": (1280, 860, "light"),
    "-dark": (1280, 860, "dark"),
    "-phone": (390, 844, "light"),
    "-phone-dark": (390, 844, "dark"),
}
"""How wide, how high and how light, by what the name of a picture ends in."""
Look: TypeAlias = str
EVERYWHERE = (
    "src/moot/web/templates/base.html",
    "src/moot/web/templates/house.html",
    "src/moot/web/static/app.css",
    "src/moot/web/static/marks.svg",
    "tests/browser/walks/*.py",
)
OF_FRONT = (
    "templates/front.html",
    "templates/parts/rows.html",
    "templates/parts/jobs.html",
    "templates/parts/first.html",
    "templates/jobs/*",
    "static/front.css",
    "jobs.py",
)
OF_OPENING = ("templates/new.html", "templates/parts/begun.html", "templates/parts/formats.html", "static/front.css")
OF_DEBATES = (
    "templates/debate.html",
    "templates/board.html",
    "templates/parts/bar*.html",
    "templates/parts/state.html",
)
OF_LINES = ("templates/parts/card.html", "templates/parts/lines.html")


@dataclass(frozen=True, slots=True)
class Shot:
    """A moment of a walk, and how it looks."""

    name: str
    about: str
    sources: tuple[str, ...]
    """What it is drawn from, below the room of the pages."""
    looks: tuple[Look, ...] = ("",)
    at: str = ""
    """What is brought to the top of the picture."""

    @property
    def files(self) -> tuple[str, ...]:
        """The pictures of it."""
        return tuple(f"{self.name}{look}.png" for look in self.looks)


def _of(
    format: str, live: str, result: str, at: str, *looks: Look, sheet: str = "", lines: bool = False
) -> Iterator[Shot]:
    """A format from its opening to its result."""
    drawn = (f"templates/{format}/*", f"boards/{format}.py", f"boards/{format}/*.py", *((sheet,) if sheet else ()))
    own = (*OF_DEBATES, *drawn, *(OF_LINES if lines else ()))
    yield Shot(
        f"{format}-opening", f"The page that opens it: {format}", (*OF_OPENING, f"templates/parts/new_{format}.html")
    )
    if live:
        yield Shot(f"{format}-live", live, own, looks)
    yield Shot(f"{format}-result", result, own, ("", "-phone-dark"), at)


SHOTS: Mapping[str, Shot] = {
    shot.name: shot
    for shot in (
        Shot("front-empty", "The front door of a new house", OF_FRONT, ("", "-dark", "-phone")),
        Shot("front-full", "The front door where debates go on", OF_FRONT, ("", "-phone-dark")),
        Shot("share", "How a debate is handed on", ("templates/share.html", "static/front.css")),
        *_of(
            "arbitration", "The arbitrator is asked", "A ruling closes it", "#line-5", "", "-dark", "-phone", lines=True
        ),
        *_of(
            "panel",
            "Round 2: the judges have read each other",
            "Contested, and decided by the asker",
            "#part-result",
            "",
            "-dark",
        ),
        *_of("evaluation", "The arbiter judges a round", "Scores before and after", "#part-synthesis", ""),
        *_of("workshop", "A gate is shut", "The code that won", "#part-result", "", sheet="static/workshop.css"),
        *_of("arena", "Judging is open", "Decided by votes", "#part-sides", "", sheet="static/arena.css"),
        *_of("roundtable", "", "The common answer", "", lines=True),
    )
}


def digest(shot: Shot) -> str:
    """What tells one set of sources from another; what is not there is left out."""
    paths = {path for pattern in EVERYWHERE for path in Path().glob(pattern)}
    paths |= {path for pattern in shot.sources for path in WEB.glob(pattern) if path.is_file()}
    told = sha256()
    for path in sorted(paths):
        told.update(f"{path.as_posix()}\n".encode() + path.read_bytes().replace(b"\r\n", b"\n") + b"\n")
    return told.hexdigest()[:16]


def stale() -> dict[str, str]:
    """The pictures that are missing or were drawn from something else, and why."""
    kept: dict[str, dict[str, str]] = json.loads(INDEX.read_text()) if INDEX.exists() else {}
    found: dict[str, str] = {}
    for shot in SHOTS.values():
        for file in shot.files:
            if file not in kept or not (PICTURES / file).exists():
                found[file] = "is missing"
            elif kept[file]["drawn_from"] != digest(shot):
                found[file] = "shows pages that have changed"
    strangers = {path.name for path in PICTURES.glob("*.png")} - {
        file for shot in SHOTS.values() for file in shot.files
    }
    return found | dict.fromkeys(strangers, "is of no use")
