"""The loop of reflexion: attempt, run, reflect, try again with all that was learnt."""

from moot.formats.workshop.setup import Evolving
from moot.memory.episode import MOST_FAILURES
from moot.settings import Settings
from scripts.diagrams.looks import asked, chart, looks


def reflexion_loop() -> str:
    """The diagram, with the numbers that hold unless something else is agreed."""
    attempts = Evolving().attempts
    kept = Settings.model_fields["memory_episodes"].default
    return chart(
        "TB",
        '  task("task, tests, lessons that fit"):::say --> attempt',
        '  attempt["<b>ATTEMPT</b><br/>reads all its reflections so far"]:::say --> ran',
        '  ran["<b>REPORT</b><br/>the sandbox runs every test"]:::run --> ' + asked("passed", "all passed?"),
        "  passed -->|yes| best",
        "  passed -->|no| " + asked("left", f"attempts left? ({attempts} unless agreed otherwise)"),
        "  left -->|no| best",
        "  left -->|yes| reflect",
        '  reflect["<b>REFLECTION</b><br/>root cause · what went wrong<br/>what to change · a lesson"]:::say',
        "  reflect -->|try again| attempt",
        '  best("<b>PROPOSAL</b> of the best tested version"):::done',
        f'  reflect -.-> episode[("episode<br/>first {MOST_FAILURES} failures<br/>newest {kept:,} are kept")]:::run',
        "  episode -.-> " + asked("helped", "did a later attempt<br/>pass more of the same tests?"),
        '  helped -.->|yes| lesson[("lesson")]:::run',
        '  helped -.->|no| silent("told to nobody"):::done',
        '  lesson -.-> later("told to later workshops<br/>on a like task"):::done',
        *looks("say", "run", "ask", "done"),
    )
