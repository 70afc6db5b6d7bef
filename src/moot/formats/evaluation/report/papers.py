"""The papers: the result as Markdown, and the same as JSON."""

from collections.abc import Iterator, Mapping, Sequence
from json import dumps
from typing import Any

from moot.debate import View
from moot.formats.evaluation.report.result import reported
from moot.formats.evaluation.report.transcript import transcript
from moot.notation.recital import in_a_line


def papers(record: Sequence[View]) -> dict[str, str]:
    """What lies in `analysis/` next to the idea."""
    report = reported(record)
    return {
        "analysis/evaluation.md": _text(_evaluation(report)),
        "analysis/debate.md": _text(transcript(report)),
        "analysis/synthesis.md": _text(_synthesis(report)),
        "analysis/evaluation.json": dumps(report, ensure_ascii=False, indent=2) + "\n",
    }


def _text(lines: Iterator[str]) -> str:
    return "\n".join(lines) + "\n"


def _evaluation(report: Mapping[str, Any]) -> Iterator[str]:
    yield from (f"# Evaluation: {in_a_line(report['title'])}", "", f"State: {report['state']}", "", "## Scores", "")
    yield "| category | before | after | change | confidence | reasoning |"
    yield "|---|---|---|---|---|---|"
    for score in report["scores"].values():
        cells = (score["name"], score["before"], score["after"], _signed(score["delta"]))
        yield _row(*cells, "unknown" if score["confidence"] is None else score["confidence"], score["reasoning"])
    yield from _reasons(report)
    yield from ("", "## Evidence", "")
    yield from [_item(item) for item in report["evidence"]] or ["None."]
    yield from ("", "## Challenges", "")
    yield from [_challenge(challenge) for challenge in report["challenges"]] or ["None."]
    yield from _missing(report)


def _item(item: Mapping[str, Any]) -> str:
    source = f" ({in_a_line(item['source'])})" if item["source"] else ""
    return f"- **{item['id']}** [{item['category']}] {in_a_line(item['text'])}{source}"


def _reasons(report: Mapping[str, Any]) -> Iterator[str]:
    told = [(name, why) for name, score in report["scores"].items() for why in score["why"]]
    if told:
        yield from ("", "## What moved the scores", "")
    for name, why in told:
        capped = {None: "", "net": ", all rounds together may not move it further", "range": ", the end of the scale"}
        moved = f"{why['before']} to {why['after']} ({_signed(why['delta'])}, asked {_signed(why['change'])}"
        yield f"- **{name}**, round {why['round']}: {moved}{capped[why['capped']]}). {in_a_line(why['reason'])}"


def _missing(report: Mapping[str, Any]) -> Iterator[str]:
    if report["missing"]:
        yield from ("", "## Who did not speak", "")
    for missing in report["missing"]:
        where = f", round {missing['round']}" if missing["round"] else ""
        detail = f": {in_a_line(missing['detail'])}" if missing["detail"] else ""
        yield f"- {missing['seat']} ({missing['turn']}{where}): {missing['reason']}{detail}"


def _synthesis(report: Mapping[str, Any]) -> Iterator[str]:
    told = report["synthesis"]
    yield f"# Synthesis: {in_a_line(report['title'])}"
    if told["overall"] is not None:
        overall = told["overall"]
        before, after = overall["before"], overall["after"]
        yield from (
            "",
            f"On the whole {before['mean']:g} before and {after['mean']:g} after, the mean of "
            f"{overall['categories']} categories (sums {before['sum']} and {after['sum']}).",
        )
    for name in ("strengths", "weaknesses"):
        yield from ("", f"## {name.capitalize()}", "")
        yield from [_ground(ground) for ground in told[name]] or ["None stands out."]
    yield from ("", "## Challenges that stand", "")
    standing = [challenge for challenge in report["challenges"] if challenge["id"] in told["open_challenges"]]
    yield from [_challenge(challenge) for challenge in standing] or ["None."]


def _ground(ground: Mapping[str, Any]) -> str:
    where = f"score {ground['score']}" if "score" in ground else ground["from"]
    return f"- **{ground['category']}** ({where}): {in_a_line(ground['text'])}".rstrip(": ")


def _challenge(challenge: Mapping[str, Any]) -> str:
    cited = f" [{', '.join(challenge['evidence'])}]" if challenge["evidence"] else ""
    where = f"{challenge['category']}, {challenge['severity']}, {challenge['standing']}"
    return f"- **{challenge['id']}** ({where}) {in_a_line(challenge['claim'])}{cited}"


def _row(*cells: Any) -> str:
    return "| " + " | ".join(in_a_line(str(cell)).replace("|", "\\|") for cell in cells) + " |"


def _signed(change: float) -> str:
    return f"{change:+g}" if change else "0"
