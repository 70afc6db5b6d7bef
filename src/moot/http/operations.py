"""How the house runs: for its owner over REST, and for Prometheus at /metrics."""

from fastapi import APIRouter, Request, Response

from moot import __version__
from moot.desk import Desk
from moot.desk.operations_replies import Operations, PresenceTold, QueueTold, Vitals
from moot.http.asking import CallerHere, DeskHere, calling
from moot.http.routers import api_router
from moot.tellers import MEDIA_TYPE, Gauge, Instrument, exposed
from moot.tellers.counts import counted

METRICS = "/metrics"
router = api_router("operations")


@router.get("/operations")
async def operations(caller: CallerHere, desk: DeskHere) -> Operations:
    """Read how the house runs: what waits, what it costs, what is slow, what fails. For its owner alone."""
    return await desk.operations(caller)


def metrics_router(desk: Desk, public: bool) -> APIRouter:
    """The counts of this process and the vitals of the house: for the owner, or for whoever asks."""
    made = APIRouter()

    async def metrics(request: Request) -> Response:
        if not public:
            (await calling(request)).must_own()
        told = exposed((*counted(__version__), *_gauges(await desk.vitals())))
        return Response(told, media_type=MEDIA_TYPE, headers={"Cache-Control": "no-store"})

    made.add_api_route(METRICS, metrics, methods=["GET"], include_in_schema=False)
    return made


def _gauges(vitals: Vitals) -> list[Instrument]:
    """What the database counts for all processes of the house: every one tells the same."""
    debates = Gauge("moot_debates", "Debates of the house.", "state")
    debates.put(vitals.open, "open")
    debates.put(vitals.ended, "ended")
    others = (
        ("moot_debates_called", "Debates of the house in which a player is due.", vitals.called),
        ("moot_turns_due", "Debates of the house with a deadline within the next hour.", vitals.due),
        ("moot_turns_late", "Debates of the house whose deadline is over.", vitals.late),
        ("moot_calls_asked", "Calls on players that are not answered yet, of the last hour.", vitals.asked),
        ("moot_outbox", "Letters to webhooks that are not delivered yet.", vitals.outbox),
        ("moot_database_bytes", "How large the database is.", vitals.database_bytes),
    )
    made: list[Instrument] = [debates, *_processes(vitals.processes)]
    for name, said, value in (*others, *_wakes(vitals.queue)):
        gauge = Gauge(name, said)
        gauge.put(value)
        made.append(gauge)
    return made


def _processes(presence: PresenceTold | None) -> list[Instrument]:
    if presence is None:
        return []
    processes = Gauge("moot_processes", "Processes of the house that call on players.", "state")
    processes.put(presence.here, "here")
    processes.put(presence.silent, "silent")
    return [processes]


def _wakes(queue: QueueTold | None) -> tuple[tuple[str, str, int], ...]:
    if queue is None:
        return ()
    return (
        ("moot_wakes_waiting", "Debates and deadlines of the house in line for somebody to look at.", queue.waiting),
        ("moot_wakes_late", "Those in line for more than 5 seconds.", queue.late),
        ("moot_wakes_held", "Debates of the house that a process has taken.", queue.held),
    )
