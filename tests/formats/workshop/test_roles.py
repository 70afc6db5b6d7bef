"""Role files: those that the house brings, and how strictly one is read."""

import re
from pathlib import Path

import pytest

import moot.formats.workshop
from moot.debate import InvalidInput
from moot.formats.workshop.aptitude import FITTEST, JOBS, LED_BY, RUNNERS, SENIORITY
from moot.formats.workshop.casting import BEST_AFFINITY, LONGEST_BRIEF, TOOLS, builtin_roles, read_role, roles_with
from moot.formats.workshop.topology import CONCERNS

ALL = {
    "architect",
    "blue_team",
    "compiler",
    "critic",
    "designer",
    "executor",
    "generator",
    "implementer",
    "judge",
    "performance",
    "red_team",
    "refactorer",
    "reviewer",
    "security",
    "teacher",
    "tester",
}
POET = """---
name: poet
title: Poet
focus: Whether the names sing.
does: [vote, critic]
tools: [documents]
affinities: {web: 2, naming: 5, legacy: 0}
concern: beauty
---

You read the names aloud.
You are judged by who remembers them.
"""


def without(line: str) -> str:
    assert line in POET
    return POET.replace(line + "\n", "")


def test_the_house_brings_sixteen_roles():
    assert set(builtin_roles()) == ALL


@pytest.mark.parametrize("name", sorted(ALL))
def test_a_role_is_told_briefly_what_it_does_and_how_it_is_judged(name: str):
    role = builtin_roles()[name]
    assert 5 <= len(role.brief.splitlines()) <= 12
    assert "You are judged by" in role.brief
    assert role.focus.endswith(".")
    assert role.affinities
    assert role.tools


def test_every_job_is_done_by_some_role():
    assert {job for role in builtin_roles().values() for job in role.does} == set(JOBS)


def test_no_two_roles_are_told_the_same():
    lines = [line for role in builtin_roles().values() for line in role.brief.splitlines()]
    assert len(set(lines)) == len(lines)


def test_who_judges_writes_no_solution_and_who_writes_one_does_not_vote():
    for role in builtin_roles().values():
        assert not {"author", "vote"} <= set(role.does), role.name
        assert not {"attack", "defend"} <= set(role.does), role.name


def test_whoever_has_a_job_is_among_the_fit_for_it():
    for role in builtin_roles().values():
        for job in role.does:
            assert role.name in FITTEST[job] or job == "vote", (role.name, job)


def test_the_tables_of_roles_name_each_role_of_the_house_and_no_other():
    assert set(SENIORITY) | RUNNERS == ALL
    assert sorted(role for roles in CONCERNS.values() for role in roles) == sorted(ALL)
    assert {role for roles in FITTEST.values() for role in roles} <= ALL
    assert set(LED_BY.values()) <= set(FITTEST) == set(JOBS)


def test_a_role_is_read_from_its_file():
    role = read_role(POET, "poet.md")
    assert (role.name, role.title, role.focus, role.concern) == ("poet", "Poet", "Whether the names sing.", "beauty")
    assert role.does == ("critic", "vote")
    assert role.tools == ("documents",)
    assert role.affinities == (("naming", 5), ("web", 2))
    assert [role.affinity(domain) for domain in ("naming", "web", "legacy", "tax")] == [5, 2, 0, 0]
    assert role.brief == "You read the names aloud.\nYou are judged by who remembers them."


def test_what_may_be_left_out_is_empty_then():
    text = without("tools: [documents]").replace("concern: beauty\n", "")
    role = read_role(text.replace("affinities: {web: 2, naming: 5, legacy: 0}\n", ""), "poet.md")
    assert (role.tools, role.affinities, role.concern) == ((), (), "")
    assert read_role(POET.replace("[documents]", "[]"), "poet.md").tools == ()
    assert read_role(POET.replace("{web: 2, naming: 5, legacy: 0}", "{ }"), "poet.md").affinities == ()


def test_line_ends_comments_and_a_byte_order_mark_do_no_harm():
    noisy = "\ufeff" + POET.replace("title:", "# what people see\n\ntitle:").replace("\n", "\r\n")
    assert read_role(noisy, "roles/poet.md") == read_role(POET, "poet.md")


@pytest.mark.parametrize(
    ("text", "line", "fault"),
    [
        ("", 1, "a role begins with a line '---'"),
        ("# Poet\n", 1, "a role begins with a line '---'"),
        ("---\nname: poet\n", 2, "the head has no end"),
        (without("title: Poet"), 8, "the head has no 'title'"),
        (POET.replace("title: Poet", "title Poet"), 3, "cannot read 'title Poet'"),
        (POET.replace("title:", "colour: red\ntitle:"), 3, "cannot read 'colour: red'"),
        (POET.replace("focus:", "title: Bard\nfocus:"), 4, "title: is there twice"),
        (POET.replace("name: poet", "name: Poet"), 2, "name: cannot be 'Poet'"),
        (POET.replace("name: poet", "name: owner"), 2, "name: cannot be 'owner'"),
        (POET.replace("name: poet", "name: bard"), 2, "name: is 'bard', but the file is 'poet.md'"),
        (POET.replace("title: Poet", "title:"), 3, "title: must have 1 to 200 characters"),
        (POET.replace("title: Poet", f"title: {'o' * 201}"), 3, "title: must have 1 to 200 characters"),
        (POET.replace("title: Poet", 'title: "Poet"'), 3, "title: is a line of plain text"),
        (POET.replace("[vote, critic]", "vote"), 5, "does: must stand in [], on one line"),
        (POET.replace("[vote, critic]", "["), 5, "does: must stand in [], on one line"),
        (POET.replace("[vote, critic]", "[]"), 5, "does: must not be empty"),
        (POET.replace("[vote, critic]", "[vote, sing]"), 5, "does: there is no 'sing'"),
        (POET.replace("[vote, critic]", "[vote,]"), 5, "does: there is no ''"),
        (POET.replace("[vote, critic]", "[vote, vote]"), 5, "does: each only once"),
        (POET.replace("[documents]", "[lute]"), 6, "tools: there is no 'lute'"),
        (POET.replace("web: 2", "web: 6"), 7, "affinities: cannot read 'web: 6'"),
        (POET.replace("web: 2", "web"), 7, "affinities: cannot read 'web'"),
        (POET.replace("web: 2", "The Web: 2"), 7, "affinities: 'The Web' is no name"),
        (POET.replace("web: 2", "naming: 2"), 7, "affinities: 'naming' is there twice"),
        (POET.replace("concern: beauty", "concern: Beauty!"), 8, "concern: 'Beauty!' is no name"),
        (POET[: POET.rindex("---") + 4], 10, "there is no brief"),
        (POET + "x" * LONGEST_BRIEF, 10, f"{LONGEST_BRIEF} are allowed"),
    ],
)
def test_what_cannot_be_read_is_refused_with_the_file_and_the_line(text: str, line: int, fault: str):
    with pytest.raises(InvalidInput) as refused:
        read_role(text, "poet.md")
    assert refused.value.message.startswith(f"Role file 'poet.md', line {line}: ")
    assert fault in refused.value.message
    assert (refused.value.fields["file"], refused.value.fields["line"]) == ("poet.md", line)


def test_a_refusal_says_what_there_is_to_choose_from():
    with pytest.raises(InvalidInput) as refused:
        read_role(POET.replace("[documents]", "[lute]"), "poet.md")
    assert refused.value.suggestion == f"Choose among: {', '.join(TOOLS)}."


def test_a_role_of_the_owner_is_added_and_counts_before_the_houses():
    poet = read_role(POET, "poet.md")
    critic = read_role(POET.replace("name: poet", "name: critic"), "critic.md")
    known = roles_with([poet, critic])
    assert set(known) == ALL | {"poet"}
    assert known["critic"].title == "Poet"
    assert builtin_roles()["critic"].title == "Critic"
    with pytest.raises(InvalidInput, match="two roles 'poet'"):
        roles_with([poet, poet])


def test_the_shipped_files_keep_within_what_is_allowed():
    folder = Path(moot.formats.workshop.__file__).parent / "roles"
    for path in folder.glob("*"):
        text = path.read_text("utf-8")
        assert path.suffix == ".md"
        assert max(map(len, text.splitlines())) <= 140
        assert all(0 < int(worth) <= BEST_AFFINITY for worth in re.findall(r"[{,] ?\w+: (\d)", text))
