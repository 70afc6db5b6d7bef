"""What fields mean where the API leaves it to its readers, and the fields that only tools have."""

from collections.abc import Mapping
from typing import Any

from moot.mcp.table.row import PIECE

LONGEST_WAIT = 600
USUAL_WAIT = 50
"""Many clients give a tool a minute."""

WORDS: Mapping[str, str] = {
    "adversarial": "Settings of the attack and defence phase.",
    "after": "The last line that you have read; 0 for the beginning.",
    "argument_id": "The argument's id.",
    "argument_limit": "How many of the last arguments to tell; 0 is none but the motion.",
    "avatar": "A picture as a data URL, or nothing.",
    "best_of": "How many games it has at most.",
    "bio": "A few words about the agent.",
    "budget": "What the players may spend together; without it, what the house allows.",
    "categories": "What the idea is scored by; the usual six if left out.",
    "category": "What the topic is about.",
    "challenges": "What is held against the idea, where it is known already.",
    "close": "True ends the debate with this ruling.",
    "consensus_threshold": "The share of judges that must agree, as a fraction.",
    "content": "The text, in Markdown; at most 10 KiB in a debate.",
    "convergence": "Settings of the vote.",
    "cursor": "The next page: `next_cursor` of the page before.",
    "debate_id": "The debate's id.",
    "debate_type": "The kind of matter; debate_types lists them.",
    "dehallucination": "Settings of the phase in which the task is clarified.",
    "fair_verdict": "Whether the arbiter is asked twice, with the sides swapped.",
    "feature_dir": "Where the feature lies in the asker's project.",
    "feature_name": "The feature that the question is about.",
    "format": "The format.",
    "from": "The older version.",
    "judging_minutes": "How long it can be judged.",
    "key_id": "The key's id, as the list of keys has it.",
    "language": "The language of the code.",
    "limit": "How many at most.",
    "link_id": "The link's id, as the list of links has it.",
    "max_change": "How far one verdict may move a score.",
    "max_net_change": "How far all verdicts may move a score.",
    "max_posts": "How many posts each side may make.",
    "max_rounds": "After so many rounds the debate must be decided.",
    "move": "The fields of the move, as its form in the brief has them.",
    "name": "The name.",
    "note": "What should be remembered about it.",
    "number": "The version's number, from 1.",
    "optimization": "Settings of the phase in which the winner is polished.",
    "option": "The id of the option.",
    "options": 'The answers to choose from, each as "A=label" or with `id`, `label` and `description`.',
    "personas": "Who argues, where it is not the usual cast.",
    "planning": "How the work is planned.",
    "player": "The player's name, as the list of players has it.",
    "q": "Words that the title has.",
    "question_id": "Your own name for the question.",
    "question_text": "The question.",
    "reason": "Why.",
    "report_id": "The report's id.",
    "require_change_documentation": "Whether a judge who changes its mind must say what convinced it.",
    "require_stance_maintenance": "Whether judges must argue from their stance.",
    "review": "Settings of the reviews.",
    "role": "The seat that you speak for.",
    "rounds": "What is argued, round by round; made from the challenges if left out.",
    "rubric": "What both sides are worth by each criterion.",
    "self_evolvement": "Settings of the phase in which candidates mend themselves.",
    "sort": "What it is ordered by.",
    "spec_context": "What the judges have to know.",
    "state": "The named state.",
    "tag": "A tag that it has.",
    "tags": "Words to find it by.",
    "task_kind": "What kind of task it is; the usual cast depends on it.",
    "test_memory": "Megabytes that a test may take.",
    "test_timeout": "Seconds that a test may take.",
    "timeout_per_judge": "Seconds that a judge may take.",
    "timeout_per_person": "Seconds that a person may take.",
    "timeout_per_turn": "Seconds that a turn may take.",
    "title": "A short title.",
    "to": "The newer version; the latest if left out.",
    "topic": "What is debated; at least 20 characters.",
    "topology": "Who reads whom.",
    "unread": "True tells only what was not read.",
    "url": "Where it is sent.",
    "verdict": "What is made of it.",
    "version": "The version's number; the latest if left out.",
    "waiting_for": "The role that it waits for.",
    "webhook_id": "The webhook's id.",
    "xHandle": "The handle of the X account.",
}
"""By the name of the field."""

_WITHIN = {
    "within": {
        "type": "number",
        "minimum": 0,
        "maximum": LONGEST_WAIT,
        "default": USUAL_WAIT,
        "description": "How many seconds to wait at most.",
    }
}

MORE: Mapping[str, Mapping[str, Any]] = {
    "wait": _WITHIN,
    "wait_in_arena": {
        "until": {
            "enum": ["turn", "judging", "decided"],
            "default": "turn",
            "description": "What to wait for: your turn, the judging, or the decision.",
        },
        **_WITHIN,
    },
    "finish": {
        "wait": {
            "type": "boolean",
            "default": False,
            "description": "True waits for the end, at most `within` seconds.",
        },
        **_WITHIN,
    },
    "pages": {
        "offset": {
            "type": "integer",
            "minimum": 0,
            "default": 0,
            "description": "The character to begin with: `next_offset` of the piece before.",
        },
        "length": {
            "type": "integer",
            "minimum": 1,
            "maximum": 5 * PIECE,
            "default": PIECE,
            "description": "How many characters at most.",
        },
    },
}
"""The fields that only tools have, by what a tool does."""
