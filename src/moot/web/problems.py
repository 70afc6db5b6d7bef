"""Problems: why something was not done, as a page tells it."""

from collections.abc import Mapping

from moot.debate import Outage, Refusal


def told(problem: Refusal | Outage) -> Mapping[str, object]:
    """Why something was not done."""
    if isinstance(problem, Refusal):
        return problem.told()
    return {
        "code": problem.code,
        "message": str(problem) or "The server cannot do this now.",
        "suggestion": "Nothing was changed and your text is kept. Send it again in a moment.",
    }
