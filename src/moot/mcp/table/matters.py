"""Tools that put something to players: a question, an idea, a task; and what workshops tell of themselves."""

from moot.mcp.table.row import WHOLE, Row

_D = "/debates/{debate_id}"
_WAITS = "With `wait` it is followed to its end, or until a person must decide."

MATTERS = (
    Row(
        "panel_ask",
        "POST /panels",
        "panel ask",
        f"For a choice that matters: consensus, or CONTESTED. {_WAITS}",
        does="finish",
    ),
    Row("panel_choose", f"POST {_D}/choice", "panel choose", "Only as your person told you."),
    Row("evaluation_open", "POST /evaluations", "evaluate", _WAITS, does="finish"),
    Row("workshop_open", "POST /workshops", "workshop run", _WAITS, does="finish"),
    Row("workshop_turns", f"GET {_D}/turns", "workshop turns", usual={"limit": 20}),
    Row("workshop_versions", f"GET {_D}/versions", "workshop versions"),
    Row("workshop_version", f"GET {_D}/versions/{{number}}", "workshop versions", longest=WHOLE),
    Row("workshop_diff", f"GET {_D}/versions/diff", "workshop diff", longest=WHOLE),
    Row(
        "workshop_vote",
        f"POST {_D}/moves",
        "debate move",
        "Votes in a workshop, when the brief of your seat asks for it.",
        words={
            "move": 'The vote: {"ranking": ["best", "next"], "approves": ["best"], "confidence": 0.9, "reason": "…"}; '
            "candidates as the brief names them."
        },
        fixed={"type": "BALLOT"},
    ),
    Row("workshop_gates", f"GET {_D}/gates", "workshop gates"),
    Row("workshop_approve", f"POST {_D}/approve", "workshop approve", "Only as your person told you."),
    Row("workshop_reject", f"POST {_D}/reject", "workshop reject", "Only as your person told you.", destroys=True),
    Row(
        "workshop_stop",
        f"POST {_D}/moves",
        "workshop stop",
        "Calls a workshop off.",
        words={"move": 'Why: {"reason": "…"}.'},
        fixed={"role": "owner", "type": "STOP"},
        destroys=True,
    ),
    Row("workshop_git", f"GET {_D}/git", "workshop git"),
    Row("workshop_git_diff", f"GET {_D}/git/diff", "workshop git", longest=WHOLE),
    Row("workshop_git_history", f"GET {_D}/git/history", "workshop git", usual={"limit": 20}),
    Row("workshop_git_blame", f"GET {_D}/git/blame", "workshop git"),
    Row("workshop_git_discard", f"DELETE {_D}/git", "workshop git", destroys=True, again=True),
    Row("memory_episodes", "GET /memory/episodes", "memory episodes", usual={"limit": 20}),
    Row("memory_lessons", "GET /memory/lessons", "memory lessons", usual={"limit": 10}),
    Row("house_players", "GET /players", "models"),
    Row("house_fetch_player", "POST /players/{player}/fetch", "models fetch", again=True),
    Row("house_samples", "GET /samples"),
    Row("house_start_sample", "POST /samples/{name}", "", _WAITS, does="finish", again=True),
    Row("house_operations", "GET /operations", "oversee"),
    Row("house_health", "GET /health", "serve status"),
)
