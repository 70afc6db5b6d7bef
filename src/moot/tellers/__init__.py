"""The tellers: they count, trace and log what happens in the house, for whoever runs it."""

from moot.tellers.counting import LONG_SECONDS, OTHER, Counter, Gauge, Histogram, Instrument, Names, Sample
from moot.tellers.exposition import MEDIA_TYPE, exposed
from moot.tellers.hiding import MASK, Hider
from moot.tellers.logs import Form, Level, keep_log
from moot.tellers.tracing import CLIENT, INTERNAL, SERVER, TRACES, Traces, fail, tell
from moot.tellers.wanted import Unwanted, traced
from moot.tellers.whereabouts import at, here

__all__ = [
    "CLIENT",
    "INTERNAL",
    "LONG_SECONDS",
    "MASK",
    "MEDIA_TYPE",
    "OTHER",
    "SERVER",
    "TRACES",
    "Counter",
    "Form",
    "Gauge",
    "Hider",
    "Histogram",
    "Instrument",
    "Level",
    "Names",
    "Sample",
    "Traces",
    "Unwanted",
    "at",
    "exposed",
    "fail",
    "here",
    "keep_log",
    "tell",
    "traced",
]
