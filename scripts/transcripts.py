"""Lets the embedded model debate the samples, and keeps what came out under docs/transcripts, word for word.

`python -m scripts.transcripts [panel] [evaluation] [--seat embedded]`. Nothing of what it writes is edited.
"""

import argparse
import os
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from moot.client import Client
from moot.client.shapes import CallTold
from moot.desk.opening import debate_after
from moot.players.embedded import SHELF
from moot.players.embedded.runtime import LIBRARY
from moot.players.roster import EMBEDDED
from moot.settings import Settings
from moot.wiring import serving

DOCS = Path("docs/transcripts")
NAMES = ("panel", "evaluation")
OVER = frozenset({"CONSENSUS", "CONTESTED", "evaluated", "assessed", "unassessed"})


@dataclass(frozen=True)
class Debated:
    """A sample that was debated to its end."""

    markdown: str
    lines: int
    sound: bool
    calls: list[CallTold]
    lapsed: int


def debated(name: str, seat: str, folder: Path) -> Debated:
    """A sample, debated in this process by the embedded model, with a database that nobody keeps."""
    debate = debate_after(f"sample {name}")
    with serving(_settings(seat, folder / f"{name}.db"), debate) as url:
        client = Client(url)
        client.start_sample(name)
        _follow(client, debate)
        arguments = client.arguments(debate, limit=500)["arguments"]
        soundness = client.verify(debate)
        return Debated(
            client.result_as(debate, "markdown").decode(),
            soundness["lines"],
            soundness["sound"],
            [call for told in arguments for call in client.provenance(debate, told["id"])["calls"]],
            sum(told["type"] == "lapsed" for told in arguments),
        )


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
    yield f"> The sample {name} of `make run`, held by the embedded model in every seat that is called on:"
    yield f"> `{weights.name}` (SHA-256 `{weights.sha256}`) on {LIBRARY} {version(LIBRARY)}."
    yield f"> {len(found.calls)} calls, {tokens_in} tokens read and {tokens_out} written, {found.lapsed} turns lapsed;"
    yield f"> {found.lines} lines, and the record {'verifies' if found.sound else 'DOES NOT VERIFY'}."
    yield "> It is a small model. This shows that the rules hold and what it is worth, not how well a debate can go."
    yield ""


def main() -> None:
    """Writes the transcripts that are named, or all of them."""
    reading = argparse.ArgumentParser(prog="python -m scripts.transcripts", description=__doc__)
    reading.add_argument(
        "names", nargs="*", choices=[*NAMES, []], metavar="NAME", help=f"{' or '.join(NAMES)}; by default all"
    )
    reading.add_argument("--seat", choices=sorted(EMBEDDED), default="embedded", help="which embedded model")
    reading.add_argument("--folder", type=Path, default=DOCS)
    given = reading.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="moot-transcripts-") as folder:
        for name in given.names or NAMES:
            print(f"{name}: begun", file=sys.stderr)
            (given.folder / f"{name}.md").write_text(page(name, given.seat, debated(name, given.seat, Path(folder))))
            print(f"{name}: written", file=sys.stderr)


if __name__ == "__main__":
    main()
