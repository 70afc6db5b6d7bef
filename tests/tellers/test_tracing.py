import pytest
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from moot.tellers import TRACES, Traces, Unwanted, fail, tell, traced
from moot.tellers.wanted import exporters

PARENT = "0af7651916cd43dd8448eb211c80319c"


@pytest.fixture
def kept() -> InMemorySpanExporter:
    return InMemorySpanExporter()


@pytest.fixture
def traces(kept: InMemorySpanExporter) -> Traces:
    provider, traces = TracerProvider(), Traces()
    provider.add_span_processor(SimpleSpanProcessor(kept))
    traces.begin(provider)
    return traces


def test_nothing_is_made_as_long_as_nobody_wants_traces():
    with TRACES.span("turn") as span:
        tell(span, {"a": 1})
        fail(span, "broke")
        TRACES.note_growth("d")
        assert span is None
    assert (TRACES.on, TRACES.trace_id(), TRACES.after_growth("d"), TRACES.carried()) == (False, None, None, None)


def test_a_request_goes_on_the_trace_that_its_caller_names(traces: Traces, kept: InMemorySpanExporter):
    headers = {"traceparent": f"00-{PARENT}-b7ad6b7169203331-01"}
    with traces.span("GET", {"a": "b", "none": None}, headers=headers):
        assert traces.trace_id() == PARENT
    (span,) = kept.get_finished_spans()
    assert dict(span.attributes or {}) == {"a": "b"}


def test_what_follows_from_growth_belongs_to_the_span_in_which_a_debate_grew(
    traces: Traces, kept: InMemorySpanExporter
):
    with traces.span("append"):
        traces.note_growth("d")
    within = traces.after_growth("d")
    assert within is not None

    def turn() -> None:
        with traces.span("turn"):
            pass

    within.run(turn)
    append, after = kept.get_finished_spans()
    assert after.parent is not None
    assert append.context is not None
    assert after.parent.span_id == append.context.span_id


def test_a_trace_goes_on_in_another_process_that_is_told_of_it(traces: Traces):
    other = Traces()
    other.begin(TracerProvider())
    with traces.span("append"):
        trace, carried = traces.trace_id(), traces.carried()
    other.note_growth("d", carried)
    within = other.after_growth("d")
    assert within is not None
    assert within.run(other.trace_id) == trace is not None


def test_a_fault_is_told_by_its_kind_and_never_by_its_words(traces: Traces, kept: InMemorySpanExporter):
    with pytest.raises(ValueError, match="moot_secret"), traces.span("turn"):
        raise ValueError("moot_secret")
    (span,) = kept.get_finished_spans()
    assert span.attributes is not None
    assert span.attributes["error.type"] == "ValueError"
    assert "moot_secret" not in span.to_json()


@pytest.mark.parametrize(
    ("environment", "where"),
    [
        ({}, ()),
        ({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://here:4318"}, ("otlp",)),
        ({"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": "http://here:4318", "OTEL_SDK_DISABLED": "true"}, ()),
        ({"OTEL_TRACES_EXPORTER": "otlp, console"}, ("otlp", "console")),
        ({"OTEL_TRACES_EXPORTER": "none", "OTEL_EXPORTER_OTLP_ENDPOINT": "http://here:4318"}, ()),
    ],
)
def test_opentelemetrys_own_variables_say_where_traces_go(environment: dict[str, str], where: tuple[str, ...]):
    assert exporters(environment) == where


@pytest.mark.parametrize(
    "environment",
    [
        {"OTEL_TRACES_EXPORTER": "zipkin"},
        {"OTEL_TRACES_EXPORTER": "otlp", "OTEL_EXPORTER_OTLP_PROTOCOL": "grpc"},
        {"OTEL_EXPORTER_OTLP_ENDPOINT": "http://here:4317", "OTEL_EXPORTER_OTLP_PROTOCOL": "grpc"},
    ],
)
def test_what_moot_cannot_send_is_refused_and_not_left_out(environment: dict[str, str]):
    with pytest.raises(Unwanted) as refused:
        exporters(environment)
    assert refused.value.suggestion


def test_traces_go_out_while_they_are_wanted_and_no_longer(capsys: pytest.CaptureFixture[str]):
    with traced({"OTEL_TRACES_EXPORTER": "console"}, "1.2.3"), TRACES.span("turn"):
        assert TRACES.trace_id()
    assert not TRACES.on
    told = capsys.readouterr().err
    assert '"name": "turn"' in told
    assert '"service.name": "moot"' in told
