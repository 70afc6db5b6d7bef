"""A collector of traces: takes what OpenTelemetry's exporters send over HTTP, and remembers it."""

import gzip
from collections.abc import Iterator
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any, Self

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest


@dataclass(frozen=True)
class Collected:
    """A span that has arrived."""

    service: str
    """Which process made it, as that names itself."""
    name: str
    trace: str
    id: str
    parent: str
    """The id of the span that it belongs to; empty for the first of a trace."""


class Collector:
    """Listens while it is used."""

    def __init__(self) -> None:
        self.spans: list[Collected] = []
        self.bodies: list[bytes] = []
        """All that was sent, as it was sent."""
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._thread = Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05})

    @property
    def url(self) -> str:
        """Where traces go."""
        return f"http://127.0.0.1:{self._server.server_port}"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *ended: object) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def above(self, span: Collected) -> Iterator[Collected]:
        """The spans that a span belongs to, from the nearest to the first of its trace."""
        by_id = {each.id: each for each in self.spans}
        while span.parent:
            span = by_id[span.parent]
            yield span

    def _taken(self, body: bytes) -> None:
        self.bodies.append(body)
        sent = ExportTraceServiceRequest.FromString(body)
        for resource in sent.resource_spans:
            named = {each.key: each.value.string_value for each in resource.resource.attributes}
            for scope in resource.scope_spans:
                self.spans += [_collected(named["service.name"], span) for span in scope.spans]

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        taken = self._taken

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                taken(gzip.decompress(body) if self.headers.get("Content-Encoding") == "gzip" else body)
                self.send_response(200)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, format: str, *args: Any) -> None:
                """Nothing: the tests say what is wrong."""

        return Handler


def _collected(service: str, span: Any) -> Collected:
    return Collected(service, span.name, span.trace_id.hex(), span.span_id.hex(), span.parent_span_id.hex())
