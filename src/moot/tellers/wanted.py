"""Whether traces are wanted, and by whom, as OpenTelemetry's own variables say it."""

from collections.abc import Generator, Mapping
from contextlib import contextmanager
from importlib import import_module, util

from moot.tellers.tracing import TRACES

EXPORTERS = ("otlp", "console", "none")
_ENDPOINTS = ("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")


class Unwanted(Exception):
    """What the variables ask for cannot be done; it says what to do instead."""

    def __init__(self, message: str, suggestion: str) -> None:
        super().__init__(message)
        self.message, self.suggestion = message, suggestion


def exporters(environment: Mapping[str, str]) -> tuple[str, ...]:
    """Where traces go; nowhere unless an exporter or an endpoint is named."""
    if environment.get("OTEL_SDK_DISABLED", "").strip().lower() == "true":
        return ()
    named = environment.get("OTEL_TRACES_EXPORTER", "").strip()
    if not named:
        named = "otlp" if any(environment.get(name) for name in _ENDPOINTS) else "none"
    found = tuple(name.strip() for name in named.split(",") if name.strip())
    for name in found:
        if name not in EXPORTERS:
            raise Unwanted(
                f"OTEL_TRACES_EXPORTER names {name!r}, to which Moot sends no traces.",
                f"Choose among: {', '.join(EXPORTERS)}.",
            )
    protocol = environment.get("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL") or environment.get("OTEL_EXPORTER_OTLP_PROTOCOL")
    if "otlp" in found and protocol not in (None, "", "http/protobuf"):
        raise Unwanted(f"Moot sends traces by http/protobuf, not by {protocol}.", "Unset OTEL_EXPORTER_OTLP_PROTOCOL.")
    return tuple(name for name in found if name != "none")


@contextmanager
def traced(environment: Mapping[str, str], version: str) -> Generator[None]:
    """Traces go where the variables say while this lasts; what is left is sent at its end."""
    if not (named := exporters(environment)):
        yield
        return
    if util.find_spec("opentelemetry.sdk") is None or util.find_spec("opentelemetry.exporter") is None:
        raise Unwanted("Traces are asked for, but what sends them is not installed.", "pip install 'moot[otel]'")
    provider = import_module("moot.tellers.exporting").provider(version, named)
    TRACES.begin(provider, version)
    try:
        yield
    finally:
        TRACES.begin(None)
        provider.shutdown()
