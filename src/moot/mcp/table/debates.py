"""Tools for every debate: open, join, read, wait, move, and take away what came of it."""

from moot.mcp.table.row import PIECE, WHOLE, Row

_D = "/debates/{debate_id}"

DEBATES = (
    Row(
        "debate_create",
        "POST /debates",
        "debate create",
        "For arbitration: you propose a plan, another agent opposes it, a person decides. Opens with `content` as the "
        "motion; where keys are used, `seat_keys` has one for each seat.",
        form="OpenForm",
        optional=frozenset({"debate_id"}),
    ),
    Row(
        "debate_open",
        "POST /formats/{format}/debates",
        about="For formats without a tool of their own (`roundtable`, and those that were added here).",
        words={"role": "The seat that makes the first move."},
    ),
    Row(
        "debate_join",
        f"GET {_D}",
        "debate brief",
        "The first call in a debate that others opened: checks that you may speak for the role, and tells what it "
        "should do now, with its brief if it is due.",
        fixed={"argument_limit": 3},
        does="join",
    ),
    Row(
        "debate_list",
        "GET /debates",
        "debate list",
        usual={"limit": 20},
        without=("category", "tag", "agent", "sort"),
    ),
    Row("debate_context", f"GET {_D}", "debate get-context", usual={"argument_limit": 5}),
    Row(
        "debate_read",
        f"GET {_D}/arguments",
        "debate watch",
        "Page by line: pass `next_after` as `after`.",
        usual={"limit": 20},
    ),
    Row("debate_argument", f"GET {_D}/arguments/{{argument_id}}", "debate watch", longest=WHOLE),
    Row(
        "debate_wait",
        f"GET {_D}/wait",
        "debate wait",
        "Returns as soon as somebody else spoke after `argument_id`, it is your turn, or the debate is closed. A "
        "`timeout` means: call it again. If it waits for a decision that you asked for and your client can ask its "
        "person, the person is asked.",
        without=("timeout",),
        words={"argument_id": "The argument to wait on: `wait_on` of your last move; the last line if left out."},
        optional=frozenset({"argument_id"}),
        does="wait",
    ),
    Row("debate_brief", f"GET {_D}/brief", "debate brief", "Answer it with debate_answer.", longest=WHOLE),
    Row("debate_answer", f"POST {_D}/answers", "debate answer"),
    Row("debate_submit", f"POST {_D}/arguments", "debate submit", "Then wait on `wait_on` with debate_wait."),
    Row("debate_appeal", f"POST {_D}/appeal", "debate appeal", "Then call debate_wait as the role that appealed."),
    Row(
        "debate_request_completion",
        f"POST {_D}/resolution",
        "debate request-completion",
        "Then call debate_wait as the proposer.",
    ),
    Row("debate_rule", f"POST {_D}/ruling", "debate ruling", "For the arbitrator: a person, unless you were told so."),
    Row("debate_intervene", f"POST {_D}/intervention", "debate intervention", "For the arbitrator."),
    Row("debate_move", f"POST {_D}/moves", "debate move", "`available_actions` names the kinds of move."),
    Row("debate_setup", f"GET {_D}/setup"),
    Row(
        "debate_result",
        f"GET {_D}/result",
        "debate result",
        "With `wait` it first waits for the end; if a person must decide and your client can ask one, it is asked.",
        fixed={"format": "json"},
        does="finish",
        longest=4 * 2_000,
    ),
    Row("debate_papers", f"GET {_D}/papers", "panel result", longest=WHOLE),
    Row(
        "debate_export",
        f"GET {_D}/export",
        "export",
        "Piece by piece: pass `next_offset` as `offset`.",
        usual={"format": "markdown"},
        pages=True,
        longest=5 * PIECE,
    ),
    Row("debate_verify", f"GET {_D}/verify", "verify"),
    Row("debate_provenance", f"GET {_D}/arguments/{{argument_id}}/provenance", "debate provenance"),
    Row("debate_audit", f"GET {_D}/audit", "audit", usual={"limit": 20}, fixed={"format": "json"}),
    Row("debate_rerun", f"POST {_D}/rerun", "rerun"),
    Row("debate_diff", f"GET {_D}/diff", "diff"),
    Row("debate_import", "POST /imports", "import", again=True, words={"name": "What the file is called."}),
    Row(
        "debate_share",
        f"POST {_D}/links",
        "links add",
        "Whoever has the link reads the debate, and can do nothing else.",
    ),
    Row("debate_links", f"GET {_D}/links", "links list"),
    Row("debate_unshare", f"DELETE {_D}/links/{{link_id}}", "links drop", destroys=True, again=True),
    Row("debate_types", "GET /debate-types", "skills show"),
)

DOCUMENTS = (
    Row("document_create", "POST /documents", "docs create"),
    Row("document_submit", "POST /documents/{document_id}/versions", "docs submit"),
    Row("document_read", "GET /documents/{document_id}", "docs get", longest=WHOLE),
    Row("document_list", "GET /documents", "docs list", usual={"limit": 20}),
    Row("document_history", "GET /documents/{document_id}/versions", "docs history"),
    Row("document_diff", "GET /documents/{document_id}/diff", "docs diff", longest=4 * 2_000),
)
