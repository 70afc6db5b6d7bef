"""The exposition: counts as Prometheus reads them (text format 0.0.4)."""

from collections.abc import Iterable, Iterator

from moot.tellers.counting import Instrument, Sample

MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8"


def exposed(instruments: Iterable[Instrument]) -> str:
    """All instruments, each with what it counts; one that has counted nothing yet tells what it would."""
    return "".join(f"{line}\n" for each in instruments for line in _lines(each))


def _lines(instrument: Instrument) -> Iterator[str]:
    yield f"# HELP {instrument.name} {_on_one_line(instrument.said)}"
    yield f"# TYPE {instrument.name} {instrument.kind}"
    for sample in instrument.samples():
        yield f"{instrument.name}{sample.suffix}{_labels(sample)} {_number(sample.value)}"


def _labels(sample: Sample) -> str:
    if not sample.labels:
        return ""
    told = ",".join(f'{name}="{_quoted(value)}"' for name, value in sample.labels)
    return f"{{{told}}}"


def _quoted(value: str) -> str:
    return _on_one_line(value).replace('"', r"\"")


def _on_one_line(text: str) -> str:
    return text.replace("\\", r"\\").replace("\n", r"\n")


def _number(value: float) -> str:
    return str(int(value)) if value == int(value) else repr(float(value))
