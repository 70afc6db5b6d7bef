"""Sending traces away, by OpenTelemetry's SDK; this module is loaded only where traces are asked for."""

import sys

from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import SERVICE_NAME, SERVICE_VERSION, Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, ConsoleSpanExporter, SpanExporter


def provider(version: str, exporters: tuple[str, ...]) -> TracerProvider:
    """Whoever makes spans and sends them, as the variables OTEL_… say."""
    # What OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES say comes before ours.
    ours = Resource({SERVICE_NAME: "moot", SERVICE_VERSION: version})
    named = Resource.create()
    told = {name: value for name, value in named.attributes.items() if not _unsaid(value)}
    made = TracerProvider(resource=ours.merge(Resource(told)))
    for name in exporters:
        made.add_span_processor(BatchSpanProcessor(_exporter(name)))
    return made


def _unsaid(value: object) -> bool:
    return str(value).startswith("unknown_service")


def _exporter(name: str) -> SpanExporter:
    # What a command prints on the standard output is for programs to read.
    return ConsoleSpanExporter(out=sys.stderr) if name == "console" else OTLPSpanExporter()
