"""Traces: from a request to what a model was asked because of it, through OpenTelemetry's API alone.

Nothing is made as long as nobody has said where traces go: a span then costs a look at one name.
"""

from collections import OrderedDict
from collections.abc import Generator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import Context, copy_context
from typing import TypeAlias

from opentelemetry import context as contexts
from opentelemetry import propagate, trace
from opentelemetry.trace import NonRecordingSpan, Span, SpanContext, SpanKind, Status, StatusCode, TracerProvider

Value: TypeAlias = str | int | float | bool
"""What an attribute of a span may be."""

SERVER, CLIENT, INTERNAL = SpanKind.SERVER, SpanKind.CLIENT, SpanKind.INTERNAL
_REMEMBERED = 10_000


class Traces:
    """Where spans are made, once somebody wants them."""

    def __init__(self) -> None:
        self._tracer: trace.Tracer | None = None
        self._causes: OrderedDict[str, SpanContext] = OrderedDict()
        """The span in which each debate last grew here: the turns that follow are its children."""

    @property
    def on(self) -> bool:
        """Whether anybody wants traces."""
        return self._tracer is not None

    def begin(self, provider: TracerProvider | None, version: str = "") -> None:
        """From now on spans go to this provider; None: no longer anywhere."""
        self._tracer = None if provider is None else provider.get_tracer("moot", version)
        self._causes.clear()

    def span(
        self,
        name: str,
        attributes: Mapping[str, Value | None] | None = None,
        kind: SpanKind = INTERNAL,
        headers: Mapping[str, str] | None = None,
    ) -> AbstractContextManager[Span | None]:
        """A span around what is done within; it goes on a trace that the headers of a request name."""
        if self._tracer is None:
            return nullcontext()
        return _span(self._tracer, name, attributes or {}, kind, headers)

    def carried(self) -> dict[str, str] | None:
        """The span that is open now, as another process can be told of it; None where nobody wants traces."""
        if self._tracer is None:
            return None
        told: dict[str, str] = {}
        propagate.inject(told)
        return told

    def note_growth(self, debate: str, carried: Mapping[str, str] | None = None) -> None:
        """Remembers that a debate grew in the span that is open now, or in that which another process told of."""
        if self._tracer is None:
            return
        within = None if carried is None else propagate.extract(carried)
        cause = trace.get_current_span(within).get_span_context()
        if cause.is_valid:
            self._causes[debate] = cause
            self._causes.move_to_end(debate)
            if len(self._causes) > _REMEMBERED:
                self._causes.popitem(last=False)

    def after_growth(self, debate: str) -> Context | None:
        """A context for what follows from the growth of a debate; None where nothing is known of it."""
        cause = self._causes.get(debate)
        if cause is None:
            return None
        within = copy_context()
        within.run(contexts.attach, trace.set_span_in_context(NonRecordingSpan(cause)))
        return within

    def trace_id(self) -> str | None:
        """The id of the trace we are in, as its backend shows it."""
        if self._tracer is None:
            return None
        found = trace.get_current_span().get_span_context()
        return trace.format_trace_id(found.trace_id) if found.is_valid else None


def tell(span: Span | None, attributes: Mapping[str, Value | None]) -> None:
    """Says more of a span, where there is one."""
    if span is not None:
        span.set_attributes(_known(attributes))


def fail(span: Span | None, kind: str) -> None:
    """Says that what a span is about failed, in a word."""
    if span is not None:
        span.set_attribute("error.type", kind)
        span.set_status(Status(StatusCode.ERROR))


@contextmanager
def _span(
    tracer: trace.Tracer,
    name: str,
    attributes: Mapping[str, Value | None],
    kind: SpanKind,
    headers: Mapping[str, str] | None,
) -> Generator[Span]:
    parent = None if headers is None else propagate.extract(headers)
    # What an exception says may be what somebody wrote: only its kind is told.
    with tracer.start_as_current_span(
        name, parent, kind, _known(attributes), record_exception=False, set_status_on_exception=False
    ) as span:
        try:
            yield span
        except Exception as fault:
            fail(span, type(fault).__name__)
            raise


def _known(attributes: Mapping[str, Value | None]) -> dict[str, Value]:
    return {name: value for name, value in attributes.items() if value is not None}


TRACES = Traces()
"""Those of this process."""
