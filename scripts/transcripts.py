"""Lets the embedded model debate the samples and a sum, and keeps what came out under docs/transcripts, word for word.

`python -m scripts.transcripts [panel] [evaluation] [arbitration] [roundtable] [--seat embedded]`. Nothing is edited.
"""

import argparse
import os
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from moot.client import Client
from moot.client.shapes import CallTold, Receipt
from moot.desk.opening import debate_after
from moot.desk.sample_texts import ARBITRATION
from moot.players.embedded import SHELF
from moot.players.embedded.runtime import LIBRARY
from moot.players.roster import EMBEDDED
from moot.settings import Settings
from moot.wiring import serving

DOCS = Path("docs/transcripts")
RECORDS = Path("docs/gallery/records")
OVER = frozenset({"CONSENSUS", "CONTESTED", "evaluated", "assessed", "unassessed", "CLOSED", "answered", "unanswered"})
TABLE = {
    "title": "A sum with a trap",
    "speakers": 3,
    "max_rounds": 2,
    "timeout_per_turn": 1800,
}
SUM = (
    "A bat and a ball cost 1.10 together. The bat costs 1.00 more than the ball. "
    "Ann buys three balls and pays with a coin of 1.00. How many cents does she get back?"
)


class Opener(Client):
    """A client that opens what is to be debated."""

    def sample(self, name: str, debate: str, seat: str) -> None:
        """A sample of the house, as `make run` opens it."""
        self.start_sample(name)

    def arbitration(self, name: str, debate: str, seat: str) -> None:
        """The sample arbitration, with the model on the arbitrator's seat too."""
        seats: dict[str, str] = dict.fromkeys(("proposer", "opponent", "arbitrator"), seat)
        self.create_debate(debate, ARBITRATION.title, seats=seats, **ARBITRATION.told)

    def roundtable(self, name: str, debate: str, seat: str) -> None:
        """Three speakers, a question that is easily answered wrong, and two rounds."""
        players = {f"speaker-{number}": seat for number in range(1, 4)}
        self._post(
            Receipt,
            "/formats/roundtable/debates",
            None,
            setup={**TABLE, "players": players},
            role="asker",
            type="QUESTION",
            move={"question": SUM, "wanted": "number"},
            debate_id=debate,
        )


MADE: Mapping[str, tuple[str, Callable[[Opener, str, str, str], None]]] = {
    "panel": ("The sample panel of `make run`", Opener.sample),
    "evaluation": ("The sample evaluation of `make run`", Opener.sample),
    "arbitration": ("The sample arbitration of `make run`", Opener.arbitration),
    "roundtable": ("A sum that is easily done wrong (85 is right)", Opener.roundtable),
}
"""What each transcript is of, and how it is opened."""


@dataclass(frozen=True)
class Debated:
    """A sample that was debated to its end."""

    markdown: str
    record: str
    """As JSON lines, for the gallery."""
    lines: int
    sound: bool
    calls: list[CallTold]
    lapsed: int


def debated(name: str, seat: str, folder: Path) -> Debated:
    """A sample, debated in this process by the embedded model, with a database that nobody keeps."""
    debate = debate_after(f"sample {name}")
    with serving(_settings(seat, folder / f"{name}.db"), debate) as url:
        client = Opener(url)
        MADE[name][1](client, name, debate, seat)
        _follow(client, debate)
        arguments = client.arguments(debate, limit=500)["arguments"]
        soundness = client.verify(debate)
        return Debated(
            _written(client, name, debate).decode(),
            client.export(debate, "jsonl").decode(),
            soundness["lines"],
            soundness["sound"],
            [call for told in arguments for call in client.provenance(debate, told["id"])["calls"]],
            sum(told["type"] == "lapsed" for told in arguments),
        )


def _written(client: Client, name: str, debate: str) -> bytes:
    """A report where the format writes one, and otherwise the debate itself."""
    reports = name in ("panel", "evaluation")
    return client.result_as(debate, "markdown") if reports else client.export(debate, "markdown")


def _settings(seat: str, database: Path) -> Settings:
    models = os.environ.get("MOOT_MODELS_DIR") or str(Path.home() / ".moot" / "models")
    return Settings(
        host="127.0.0.1", port=0, home=database.parent, database_url=str(database), player=seat, models_dir=Path(models)
    )


def _follow(client: Client, debate: str) -> None:
    """Says on standard error who has spoken, until the players are done."""
    for event in client.watch(debate):
        data = event["data"]
        if event["event"] == "new_argument":
            print(f"  {data['seq']}: {data['type']} {data['role'] or ''}", file=sys.stderr, flush=True)
        if (data.get("state") or data.get("debate", {}).get("state")) in OVER:
            return


def page(name: str, seat: str, found: Debated) -> str:
    """The transcript, under a note of how it was made."""
    return "\n".join(_note(name, seat, found)) + "\n" + found.markdown


def _note(name: str, seat: str, found: Debated) -> Iterator[str]:
    weights = SHELF[EMBEDDED[seat]]
    spent = [call["spent"] for call in found.calls if call["spent"] is not None]
    tokens_in, tokens_out = (sum(each[way] for each in spent) for way in ("tokens_in", "tokens_out"))
    yield f"<!-- Made by `python -m scripts.transcripts {name}`; as it came out, not edited. -->"
    yield ""
    yield f"> {MADE[name][0]}, held by the embedded model in every seat that is called on:"
    yield f"> `{weights.name}` (SHA-256 `{weights.sha256}`) on {LIBRARY} {version(LIBRARY)}."
    yield f"> {len(found.calls)} calls, {tokens_in} tokens read and {tokens_out} written, {found.lapsed} turns lapsed;"
    yield f"> {found.lines} lines, and the record {'verifies' if found.sound else 'DOES NOT VERIFY'}."
    yield "> It is a small model. This shows that the rules hold and what it is worth, not how well a debate can go."
    yield ""


def main() -> None:
    """Writes the transcripts that are named, or all of them."""
    reading = argparse.ArgumentParser(prog="python -m scripts.transcripts", description=__doc__)
    reading.add_argument(
        "names", nargs="*", choices=[*MADE, []], metavar="NAME", help=f"{' or '.join(MADE)}; by default all"
    )
    reading.add_argument("--seat", choices=sorted(EMBEDDED), default="embedded", help="which embedded model")
    reading.add_argument("--folder", type=Path, default=DOCS)
    reading.add_argument("--records", type=Path, default=RECORDS)
    given = reading.parse_args()
    for wanted in (given.folder, given.records):
        wanted.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="moot-transcripts-") as folder:
        for name in given.names or MADE:
            print(f"{name}: begun", file=sys.stderr)
            found = debated(name, given.seat, Path(folder))
            (given.folder / f"{name}.md").write_text(page(name, given.seat, found))
            (given.records / f"{name}.jsonl").write_text(found.record)
            print(f"{name}: written", file=sys.stderr)


if __name__ == "__main__":
    main()
