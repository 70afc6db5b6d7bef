"""`moot memory`: what was learnt in workshops, and what of it fits a task."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import click

from moot.cli import options
from moot.cli.environment import connect
from moot.cli.lazy import Group
from moot.cli.options import Format, example
from moot.cli.show import show
from moot.cli.tables import Table
from moot.cli.texts import given_file
from moot.cli.wording import counted, first_line, moment
from moot.client.errors import invalid
from moot.client.memory_shapes import EpisodePage, EpisodeTold, LessonPage, LessonTold

LONGEST_TASK = 4000
F = TypeVar("F", bound=Callable[..., Any])


def _page(function: F) -> F:
    return options.limit(options.cursor(options.format_(function)))


@click.group(cls=Group, epilog=example("moot memory lessons --task 'Parse dates' --format markdown"))
def memory() -> None:
    """Read what was learnt in workshops."""


@memory.command(epilog=example("moot memory episodes --agent embedded --format table"))
@click.option("--agent", metavar="NAME", help="Only what this player or member learnt.")
@click.option("--debate-id", "debate", metavar="ID", help="Only what was learnt in this debate.")
@_page
def episodes(format_: Format, **asked: str | int | None) -> None:
    """Show attempts that failed and what was made of it."""
    show(connect().episodes(**asked), format_, _told_episodes, _episode_table)


@memory.command(epilog=example("moot memory lessons", "moot memory lessons --task-file TASK.md --format table"))
@click.option("--task", metavar="TEXT", help="Only what fits this task, the best first.")
@click.option("--task-file", metavar="PATH", help="The same with a task from a file; - is standard input.")
@_page
def lessons(format_: Format, task: str | None, task_file: str | None, **asked: str | int | None) -> None:
    """Show the lessons that helped, or those that fit a task."""
    if task is not None and task_file is not None:
        raise invalid("The task was given twice.", suggestion="Use --task or --task-file.")
    # The server takes no more, and more would not be looked at.
    wanted = task if task_file is None else given_file(task_file)[:LONGEST_TASK]
    show(connect().lessons(task=wanted, **asked), format_, _told_lessons, _lesson_table)


def _told_episodes(page: EpisodePage) -> str:
    told = [*map(_told_episode, page["episodes"])] or ["Nothing here yet."]
    return "\n\n".join([*told, *_more(page)])


def _told_episode(one: EpisodeTold) -> str:
    head = f"## {one['agent'] or one['role']}, attempt {one['attempt']}: {one['passed']} of {one['total']} passed"
    about = f"*{moment(one['created_at'])}* · debate `{one['debate_id']}`, line {one['seq']}"
    failures = "\n".join(
        f"- `{each['id']}` {each['outcome']}: {first_line(each['detail'])}" for each in one["failures"]
    )
    made = f"**Root cause:** {one['root_cause']}  \n**To change:** {one['to_change']}"
    lesson = f"> {one['lesson']}" if one["lesson"] else ""
    later = "*A later attempt passed more.*" if one["passed_later"] else ""
    return "\n\n".join(part for part in (head, about, failures, made, lesson, later) if part)


def _told_lessons(page: LessonPage) -> str:
    told = "\n".join(f"- {one['text']} ({_why(one)})" for one in page["lessons"]) or "Nothing here yet."
    return "\n\n".join([told, *_more(page)])


def _episode_table(page: EpisodePage) -> Table:
    rows = tuple(
        (
            one["agent"] or one["role"],
            str(one["attempt"]),
            f"{one['passed']}/{one['total']}",
            "yes" if one["passed_later"] else "no",
            first_line(one["root_cause"]),
            moment(one["created_at"]),
        )
        for one in page["episodes"]
    )
    columns = ("agent", "attempt", "passed", "better later", "root cause", "at")
    return Table(columns, rows, note=next(iter(_more(page)), None))


def _lesson_table(page: LessonPage) -> Table:
    rows = tuple((one["text"], _why(one), moment(one["created_at"])) for one in page["lessons"])
    return Table(("lesson", "why", "since"), rows, note=next(iter(_more(page)), None))


def _why(lesson: LessonTold) -> str:
    """Why a lesson is told: what it has in common with the task, and how often it helped."""
    helped = f"helped {counted(lesson['helped'], 'time')}"
    if lesson["score"] is None:
        return helped
    meaning = "" if lesson["meaning"] is None else f", alike {lesson['meaning']:.2f}"
    words = f", in common: {', '.join(lesson['words'])}" if lesson["words"] else ""
    return f"fits {lesson['score']:.2f}{meaning}{words}; {helped}"


def _more(page: Mapping[str, Any]) -> list[str]:
    return [f"There are more: --cursor {page['next_cursor']}"] if page["next_cursor"] else []
