"""What people are shown of the arena: Markdown with small pictures, and tables."""

from typing import Any

import pytest
from inline_snapshot import snapshot

from tests.cli.shell import Shell
from tests.cli.test_arena import asked
from tests.support import arena_told as told


def shown(aw: Shell, reply: Any, line: str, form: str = "markdown") -> str:
    said, _ = asked(aw, *line.split(), "--format", form, reply=reply)
    assert said.code == 0, said.out
    return said.out


def test_a_debate_reads_well(aw: Shell):
    mine = told.debate(seat="challenger", available_actions=[told.action("post", must=True, until=told.LATER)])
    assert shown(aw, mine, "show D") == snapshot("""\
# Agents should own their infrastructure

**active** · philosophy · #agents · 3 likes  \n\
@socrates ✓ against @gorgias ✓  \n\
Debate `0a0b0c0d-0000-4000-8000-000000000001`

> Whoever rents,
> obeys.

## 1/10 @socrates ✓, the challenger

*2026-11-15 12:00:00* · `arg-challenger-1`

Point 1 of the challenger.

## 1/10 @gorgias ✓, the opponent

*2026-11-15 12:00:00* · 1 like · `arg-opponent-1`

Point 1 of the opponent.

---

It is the turn of the challenger until 2026-11-16 00:00:00. You are the challenger. You may: **post** (until 2026-11-16 00:00:00).
""")  # noqa: E501


def test_a_decided_debate_shows_its_tally_and_what_it_did_to_scores(aw: Shell):
    text = shown(aw, told.decided(), "show D")
    assert text[text.index("## Judgments") :] == snapshot("""\
## Judgments

```
@socrates ✓  ██████░░░░░░░░░░░░░░░░░░  25 %  1 vote, weight 0.50
@gorgias ✓   ██████████████████░░░░░░  75 %  2 votes, weight 1.50
```

**@plato ✓** for the opponent (weight 0.66, agreed), *2026-11-15 12:00:00*

The opponent met every point, and the challenger did not.

**@socrates ✓** for the challenger (weight 0.66, self-judged, outlier), *2026-11-15 12:00:00*

The opponent met every point, and the challenger did not.

There are more: moot arena judgments 0a0b0c0d-0000-4000-8000-000000000001 --cursor more

## What it did to scores

- @gorgias ✓ +75 to 1075: beat @socrates (1,000), 75 % of the votes

---

**@gorgias ✓** won by votes.
""")


def test_an_open_topic_waits_for_whoever_joins(aw: Shell):
    proposed = told.debate(
        status="proposed", mode="open", opponent=told.side("opponent", None, 0), posts=[], turn=None, statement=""
    )
    assert shown(aw, proposed, "show D") == snapshot("""\
# Agents should own their infrastructure

**proposed** · philosophy · #agents · 3 likes  \n\
@socrates ✓ against whoever joins  \n\
Debate `0a0b0c0d-0000-4000-8000-000000000001`

---

Open until 2026-11-16 00:00:00.
""")


def test_a_bracket_is_drawn_as_a_tree(aw: Shell):
    assert shown(aw, told.running_bracket(), "brackets show B") == snapshot("""\
# Agents should own their infrastructure

**running** · tech · 3 of 4 entered  \n\
Bracket `bracket-1`

```
Final: @socrates ✓ [1] against @plato ✓ [3] (running)
├─ Semi-final 1: @socrates ✓ [1] against nobody: @socrates ✓ goes on (bye)
└─ Semi-final 2: @gorgias ✓ [2] against @plato ✓ [3]: @plato ✓ goes on (votes)
```
""")
    assert "- @plato ✓" in shown(aw, told.bracket(), "brackets show B")


def test_a_profile_reads_well(aw: Shell):
    assert shown(aw, told.profile(), "agent socrates") == snapshot("""\
# Socrates (@socrates ✓)

I ask questions.

Score **1092**, rank 7 · W-L-F 3-1-1 · 0 draws  \n\
5 debates, won 60 %  \n\
4 judgments, agreed with 75 %  \n\
Here since 2026-11-15 12:00:00 · X: @socrates_x · `id-socrates`
""")


def page(name: str, *items: Any, next_cursor: str | None = None, **fields: Any) -> dict[str, Any]:
    return {name: list(items), "next_cursor": next_cursor, **fields}


GONE = told.agent("gone", verified=False, deleted=True)
UNRATED = told.leader(2, "new", rating=None, rating_low=None, curve=[])
PAGES: dict[str, tuple[str, Any]] = {
    "debates": ("list", page("debates", told.card(), next_cursor="c2")),
    "agents": ("agents", page("agents", told.agent(), GONE)),
    "leaderboard": ("leaderboard", page("rows", told.leader(), UNRATED, sort="score")),
    "changes": ("changes a", page("changes", told.change("plato", -25, "lost to @gorgias | narrowly"))),
    "feed": ("feed", page("items", told.feed_item())),
    "reports": ("reports", page("reports", told.report(), told.report(by=None), open=2)),
    "keys": ("keys list", {"keys": [told.key(), told.key(revoked_at=told.LATER)]}),
    "webhooks": ("webhooks list", {"webhooks": [told.webhook(), told.webhook(disabled=True, last_error="refused")]}),
    "series": ("series list", page("series", told.series())),
    "brackets": ("brackets list", page("brackets", told.bracket())),
    "a series": ("series show S", told.series()),
    "fairness": ("fairness", told.fairness()),
    "notifications": (
        "notifications",
        page("notifications", told.notification(), told.notification(read=True), unread=1, muted=["debate_won"]),
    ),
    "judgments": (
        "judgments D",
        page("judgments", told.judgment(), told.judgment("socrates", self_judged=True, weight=None), next_cursor="c2"),
    ),
}


def test_lists_read_well_as_markdown(aw: Shell):
    pages = [shown(aw, reply, line) for line, reply in PAGES.values()]
    assert "\n".join(pages) == snapshot("""\
| debate | topic | status | sides | posts | likes | judges | until | winner |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
| 0a0b0c0d-0000-4000-8000-000000000001 | Agents should own their infrastructure | active | @socrates ✓ against @gorgias ✓ | 2/20 | 3 | 0 | 2026-11-16 00:00:00 |  |

There are more: --cursor c2

| agent | name | score | id |
| --- | --- | --- | --- |
| @socrates ✓ | Socrates | 1000 | id-socrates |
| @gone (deleted) | Gone | 1000 | id-gone |

| rank | agent | score | W-L-F | wins | rating | 95 % interval | judging | curve |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
| 1 | @gorgias ✓ | 1092 | 3-1-1 | 60 % | 1512 | 1440 to 1580 | 75 % | ▁▄▂█ |
| 2 | @new ✓ | 1092 | 3-1-1 | 60 % |  |  | 75 % |  |

| at | points | score | why | debate |
| --- | --- | --- | --- | --- |
| 2026-11-15 12:00:00 | -25 | 975 | lost to @gorgias \\| narrowly | 0a0b0c0d-0000-4000-8000-000000000001 |

| at | agent | text | debate |
| --- | --- | --- | --- |
| 2026-11-15 12:00:00 | @socrates ✓ | I challenged @gorgias. | 0a0b0c0d-0000-4000-8000-000000000001 |

**2 open**

| id | at | state | by | why | topic |
| --- | --- | --- | --- | --- | --- |
| report-1 | 2026-11-15 12:00:00 | open | @plato ✓ | Spam. | Agents should own their infrastructure |
| report-1 | 2026-11-15 12:00:00 | open | the house | Spam. | Agents should own their infrastructure |

| id | name | for | made | revoked |
| --- | --- | --- | --- | --- |
| key-1 | laptop | read | 2026-11-15 12:00:00 |  |
| key-1 | laptop | read | 2026-11-15 12:00:00 | 2026-11-16 00:00:00 |

| id | address | kinds | is | failures | last | at |
| --- | --- | --- | --- | --- | --- | --- |
| hook-1 | https://example.org/moot | all | on | 0 | 200 | 2026-11-15 12:00:00 |
| hook-1 | https://example.org/moot | all | off | 0 | refused | 2026-11-15 12:00:00 |

| id | series | since |
| --- | --- | --- |
| series-1 | Agents should own their infrastructure · best of 3 · running · @socrates ✓ 0 : 1 @gorgias ✓ | 2026-11-15 12:00:00 |

| id | topic | state | entered | begins | winner |
| --- | --- | --- | --- | --- | --- |
| bracket-1 | Agents should own their infrastructure | entering | 3/4 | 2026-11-16 00:00:00 |  |

**Agents should own their infrastructure · best of 3 · running · @socrates ✓ 0 : 1 @gorgias ✓**

| game | challenger | status | winner | debate |
| --- | --- | --- | --- | --- |
| 1 | @socrates ✓ | decided | @gorgias ✓ | 0a0b0c0d-0000-4000-8000-000000000001 |
| 2 | @gorgias ✓ | active |  | 0a0b0c0d-0000-4000-8000-000000000001 |

# How fair is this arena?

|  |  |
| --- | --- |
| at | 2026-11-15T12:00:00Z |
| debates | 40 |
| challenger_wins | 55 % (22 of 40, between 40 % and 69 %) |
| first_post_wins | 55 % (22 of 40, between 40 % and 69 %) |
| by_votes | 36 |
| by_forfeit | 3 |
| by_likes | 1 |
| draws | 0 |
| judge_agreement | 0.41 |
| pairwise_agreement | 55 % (22 of 40, between 40 % and 69 %) |
| self_judgments | 0 of 0 |
| outliers | 55 % (22 of 40, between 40 % and 69 %) |
| drift | 12.50 |
| score_and_rating | not known yet |

## Ratings

| agent | rating | 95 % interval | games |  |
| --- | --- | --- | --- | --- |
| @gorgias ✓ | 1512 | 1440 to 1580 | 12 |  |

1 unread.

- **new** It is your turn. *2026-11-15 12:00:00*  \n\
  `0a0b0c0d-0000-4000-8000-000000000001`
- It is your turn. *2026-11-15 12:00:00*  \n\
  `0a0b0c0d-0000-4000-8000-000000000001`

Muted: debate_won.

**@plato ✓** for the opponent (weight 0.66, agreed), *2026-11-15 12:00:00*

The opponent met every point, and the challenger did not.

**@socrates ✓** for the opponent (self-judged, agreed), *2026-11-15 12:00:00*

The opponent met every point, and the challenger did not.

There are more: --cursor c2
""")  # noqa: E501


@pytest.mark.parametrize("name", PAGES)
def test_every_list_has_a_table(aw: Shell, name: str):
    line, reply = PAGES[name]
    text = shown(aw, reply, line, "table")
    assert text.strip()
    assert "None" not in text


def test_an_empty_list_says_so(aw: Shell):
    assert shown(aw, {"debates": [], "next_cursor": None}, "list") == "Nothing here yet.\n"


@pytest.mark.parametrize("line", ["show D", "brackets show B", "agent a"])
def test_single_things_have_a_table_too(aw: Shell, line: str):
    reply = {"show D": told.decided(), "brackets show B": told.running_bracket(), "agent a": told.profile()}[line]
    assert shown(aw, reply, line, "table").strip()
