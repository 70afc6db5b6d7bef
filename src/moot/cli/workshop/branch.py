"""`moot workshop git`: the branch of a workshop on a git repository, what changed there, and the past of its files."""

import click

from moot.cli import options
from moot.cli.envelope import tell
from moot.cli.matters.reaching import reached
from moot.cli.options import Format, example
from moot.cli.show import show
from moot.cli.tables import Table
from moot.cli.wording import fenced, moment
from moot.cli.workshop.reading import debate_argument
from moot.client.errors import invalid
from moot.client.git_shapes import CommitTold, GitBlame, GitDiff, GitHistory, GitTold

_SHORT = 10


@click.command(
    "git",
    epilog=example(
        "moot workshop git DEBATE --format table",
        "moot workshop git DEBATE --diff 0 3 --format markdown",
        "moot workshop git DEBATE --history src/part.py",
        "moot workshop git DEBATE --blame src/part.py --at 2 --format table",
        "moot workshop git DEBATE --discard",
    ),
)
@debate_argument
@click.option("--diff", nargs=2, metavar="A B", help="What changed from A to B: versions by number, or commits.")
@click.option("--history", metavar="PATH", help="The commits that changed a file.")
@click.option("--blame", metavar="PATH", help="A file line by line, with the commits that its lines came with.")
@click.option("--at", metavar="VERSION", help="For --history and --blame: a version.  [default: the branch]")
@click.option("--discard", is_flag=True, help="Remove its branch, refs and worktree from the repository.")
@options.format_
def git(
    debate_id: str,
    diff: tuple[str, str] | None,
    history: str | None,
    blame: str | None,
    at: str | None,
    discard: bool,
    format_: Format,
) -> None:
    """Show how a workshop stands in its git repository.

    Without an option: its branch, and a commit for each version; version 0 is the commit that it started from.
    """
    if sum(given not in (None, False) for given in (diff, history, blame, discard)) > 1:
        raise invalid("One thing at a time: --diff, --history, --blame or --discard.")
    if at is not None and history is None and blame is None:
        raise invalid("--at belongs to --history or --blame.")
    with reached(debate_id) as client:
        if diff is not None:
            show(client.git_diff(debate_id, *diff), format_, _told_diff, _diff_table)
        elif history is not None:
            show(client.git_history(debate_id, history, at), format_, _told_history, _history_table)
        elif blame is not None:
            show(client.git_blame(debate_id, blame, at), format_, _told_blame, _blame_table)
        elif discard:
            tell(client.git_discard(debate_id))
        else:
            show(client.git(debate_id), format_, _told_git, _git_table)


def _told_git(found: GitTold) -> str:
    head = f"**{found['branch']}** in `{found['path']}`: {_tip(found)}"
    return "\n".join([head, "", f"- version 0: {found['start'][:_SHORT]}", *(f"- {line}" for line in _versions(found))])


def _tip(found: GitTold) -> str:
    if found["tip"] is None:
        return "there is no such branch (any more)"
    if found["moved"]:
        return f"at {found['tip'][:_SHORT]}, moved by somebody else"
    how = "agreed on" if found["agreed"] else "the best so far"
    return f"at {found['tip'][:_SHORT]}, version {found['version']}, {how}" if found["version"] else "where it started"


def _versions(found: GitTold) -> list[str]:
    told = ((one["commit"] or "")[:_SHORT] or one["why_not"] or "no commit" for one in found["versions"])
    return [
        f"version {one['version_number']} by {one['by']}: {what}"
        for one, what in zip(found["versions"], told, strict=True)
    ]


def _git_table(found: GitTold) -> Table:
    rows = tuple(
        (str(one["version_number"]), str(one["seq"]), one["by"], (one["commit"] or "")[:_SHORT], one["why_not"] or "")
        for one in found["versions"]
    )
    title = f"{found['branch']}: {_tip(found)}"
    return Table(("version", "line", "by", "commit", "why not"), rows, title=title, note=found["worktree"] or "")


def _told_diff(found: GitDiff) -> str:
    return fenced(found["diff"], "diff") if found["diff"] else "Nothing changed."


def _diff_table(found: GitDiff) -> Table:
    rows = tuple(
        (one["path"], one["how"], *("" if n is None else str(n) for n in (one["added"], one["removed"])))
        for one in found["files"]
    )
    return Table(("file", "", "added", "removed"), rows, note="There is more." if found["cut"] else "")


def _told_history(found: GitHistory) -> str:
    return "\n".join(f"- {_commit(one)}" for one in found["commits"])


def _commit(one: CommitTold) -> str:
    version = f" (version {one['version']})" if one["version"] else ""
    return f"{one['commit'][:_SHORT]}{version} {one['author']}, {moment(one['at'])}: {one['subject']}"


def _history_table(found: GitHistory) -> Table:
    return Table(("commit", "version", "author", "at", "subject"), tuple(map(_row, found["commits"])))


def _row(one: CommitTold) -> tuple[str, ...]:
    version = str(one["version"] or "")
    return one["commit"][:_SHORT], version, one["author"], moment(one["at"]), one["subject"]


def _told_blame(found: GitBlame) -> str:
    by = {one["commit"]: one["author"] for one in found["commits"]}
    told = (f"{one['commit'][:_SHORT]} {by[one['commit']]} {one['number']:>4} {one['text']}" for one in found["lines"])
    return fenced("\n".join(told))


def _blame_table(found: GitBlame) -> Table:
    by = {one["commit"]: one["author"] for one in found["commits"]}
    rows = tuple((str(one["number"]), one["commit"][:_SHORT], by[one["commit"]], one["text"]) for one in found["lines"])
    return Table(("line", "commit", "author", "text"), rows)
