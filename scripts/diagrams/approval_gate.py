"""A gate: how it is shut, who is told, and what each decision leads to."""

from moot.formats.workshop import Gates
from scripts.diagrams.looks import asked, chart, looks


def approval_gate() -> str:
    """The diagram, with the numbers that hold unless something else is agreed."""
    agreed = Gates()
    minutes = agreed.timeout // 60
    return chart(
        "TB",
        '  over("a phase is over"):::done --> ' + asked("agreed", "gate agreed after this phase?"),
        "  agreed -->|no| next",
        '  agreed -->|yes| shut["<b>gate_opened</b> is written<br/>state: gate_after_PHASE"]:::run',
        '  shut -.->|told to| seen["the page · SSE · WebSocket<br/>webhook · GET …/gates"]:::done',
        "  shut --> "
        + asked("waits", f"the owner has {minutes} minutes (timeout: {agreed.timeout})<br/>over a restart too"),
        '  waits --> yes["<b>APPROVAL</b><br/>POST …/approve"]:::say --> next("the next phase"):::done',
        '  waits --> no["<b>REJECTION</b><br/>POST …/reject"]:::say --> ' + asked("back", "back_to named?"),
        '  waits -->|silence| late("gate_timed_out"):::bad',
        '  back -->|no| rejected("rejected"):::bad',
        f'  back -->|"yes, at most {agreed.rejections} times"| again("that phase is held again"):::done',
        *looks("say", "run", "ask", "done", "bad"),
    )
