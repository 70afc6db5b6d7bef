"""What the understudy says in the samples: the player that a walk finds as the usual one."""

from typing import Any

from challenges.cast import ballot, learnt, program
from tests.web.plays import CATEGORIES, WHY

GOOD = """def median(numbers):
    if not numbers:
        return None
    ordered, half = sorted(numbers), len(numbers) // 2
    if len(numbers) % 2:
        return ordered[half]
    return (ordered[half - 1] + ordered[half]) / 2
"""
HASTY = """def median(numbers):
    numbers.sort()
    return numbers[len(numbers) // 2] if numbers else None
"""
KNOWN = """import statistics


def median(numbers):
    return statistics.median(numbers) if numbers else None
"""
KEPT = """given = [3, 1, 2]
median(given)
assert given == [3, 1, 2]"""


def _recommends(judge: str, option: str) -> dict[str, Any]:
    return {
        "recommendation": option,
        "summary": WHY[option],
        "for_stance": f"From where the {judge} judge stands this loses least.",
        "assessments": {one: f"On {one}: {why}" for one, why in WHY.items()},
        "reasoning": f"{WHY[option]} Two of the three customers we spoke to would wait.\n\nUndoing it costs a day.",
    }


def _responds(option: str, against: str) -> dict[str, Any]:
    challenge = {
        "judge": against,
        "point": "Two weeks of work reach the customers who asked.",
        "counter": "Two weeks is the estimate of the provider, not ours; the last one took five.",
    }
    return {
        "recommendation": {"option": option},
        "summary": WHY[option],
        "for_stance": "It still serves the stance that I was given.",
        "challenges": [challenge],
        "reasoning": "The estimate is the weak point. Everything else we agree on.",
    }


def _judge(name: str, option: str, against: str) -> dict[str, Any]:
    return {"RECOMMENDATION": [_recommends(name, option)], "RESPONSE": [_responds(option, against)]}


def _speech(kind: str, claim: str, evidence: str) -> dict[str, Any]:
    points = [{"claim": claim, "evidence": [evidence]}]
    grants: dict[str, Any] = {"concedes": []} if kind == "REPLY" else {}
    return {"kind": kind, "content": f"{claim} That is what the trial shows.", "points": points, **grants}


_SCORES = dict(zip(CATEGORIES, (7, 6.5, 8, 7, 5, 5.5), strict=True))
_FOR = ("A drill runs thirteen minutes in its life.", "The shed needs no staff.", "Every street can copy the shed.")
_AGAINST = ("Rarely used is not missed.", "A code lock is shared within a week.", "Copying pays nobody.")
_ASSESSMENT = {
    name: {
        "evidence": [f"In six months of the trial the {name} held: 140 loans, two losses."],
        "reasoning": f"The trial speaks for the {name}.",
        "score": score,
        "confidence": 0.75,
    }
    for name, score in _SCORES.items()
}
_CHALLENGES = {
    "challenges": [
        {
            "category": "market",
            "claim": "One street is no market: 22 households pay 66 euros a month.",
            "severity": "high",
            "evidence": ["E5"],
        }
    ]
}
_REST: dict[str, Any] = {"kind": "REST", "concedes": []}
_POSTS = {
    "challenger": [
        "An answer without its odds is half an answer. I ask a program whether the bridge holds, and it says **yes**. "
        "I would cross at 99 in 100, and not at 6 in 10; it knew which, and kept it to itself.",
        "Then let it be wrong about the odds in the open, where it can be caught. A forecast is scored every day.",
    ],
    "opponent": [
        "A number is not honesty. Programs that are wrong are wrong about their odds too, and a figure with a decimal "
        "point is believed more than it earns.",
        "Nobody scores the odds of a spelling checker. Where nobody looks, they are ornament.",
    ],
}
SCRIPT: dict[str, Any] = {
    "risk": _judge("risk", "A", "value"),
    "value": _judge("value", "B", "risk"),
    "assessor": [_ASSESSMENT],
    "red-skeptic": [_CHALLENGES],
    "red-customer": [_CHALLENGES],
    "red-investor": [_CHALLENGES],
    "advocate": {
        "ARGUMENT": [_speech("ARGUMENT", claim, "E1") for claim in _FOR],
        "REPLY": [_speech("REPLY", "Nine of ten stayed after the trial.", "E1"), _REST, _REST],
    },
    "challenger": {
        "POST": [{"content": text} for text in _POSTS["challenger"]],
        "ARGUMENT": [_speech("ARGUMENT", claim, "E2") for claim in _AGAINST],
        "REPLY": [_speech("REPLY", "Those who left were never asked why.", "E4"), _REST, _REST],
    },
    "opponent": {
        "POST": [{"content": text} for text in _POSTS["opponent"]],
        "CLAIM": [
            {"kind": "CLAIM", "target": 1, "content": "400 jobs on the database's queue at night meet the **backup**."},
            {"kind": "CLAIM", "target": 3, "content": "Then a job that was retried sends its summary twice."},
        ],
    },
    "proposer": [
        {"kind": "CLAIM", "target": 2, "content": "The backup runs at four. The jobs are done by two."},
        {
            "kind": "APPEAL",
            "target": 4,
            "content": "We disagree about one thing: what may happen twice.",
            "options": ["A customer may get a summary twice", "Each summary is keyed, and sent once"],
        },
        {"kind": "RESOLUTION", "target": 6, "content": "The key is the customer and the night. We agree on the rest."},
    ],
    "generator": {
        "attempt": [program(HASTY), program(GOOD)],
        "reflect": [learnt("The list that was passed in is sorted in place.", "Sort a copy.")],
        "propose": [
            {"summary": "Sorted on a copy; both middles are averaged.", "rationale": "Tested.", "confidence": 0.8}
        ],
        "criticise": [{"points": [], "summary": "It is short and does what was asked."}] * 2,
        "vote": [ballot("generator", "implementer")],
    },
    "implementer": {
        "attempt": [program(KNOWN)],
        "propose": [{"summary": "The standard library's own.", "rationale": "Nothing to maintain.", "confidence": 0.9}],
        "criticise": [{"points": [], "summary": "Longer than it has to be."}] * 2,
        "vote": [ballot("implementer", "generator")],
    },
    "critic": {
        "test": [{"tests": [{"name": "the list stays as it was", "code": KEPT}]}],
        "criticise": [
            {"points": [], "summary": "The library function is known to every reader; an import is its only price."}
        ]
        * 2,
        "vote": [ballot("implementer", "generator", confidence=0.8)],
    },
    "speaker-1": [{"reasoning": "36 pairs of people, less the 4 couples.", "answer": "32"}] * 2,
    "speaker-2": [
        {"reasoning": "Nine times eight.", "answer": "72"},
        {"reasoning": "I counted twice.", "answer": "32"},
    ],
    "speaker-3": [{"reasoning": "Nine people make 36 pairs; four pairs do not.", "answer": "32"}] * 2,
}
