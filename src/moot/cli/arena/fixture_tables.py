"""Series, brackets and fairness as tables."""

from typing import Any, cast

from moot.cli.arena.tables import more
from moot.cli.arena.wording import between, named, share
from moot.cli.tables import Table, of_fields
from moot.cli.wording import moment
from moot.client.arena.shapes import BracketPage, BracketTold, Fairness, SeriesPage, SeriesTold, Share


def of_series(series: SeriesTold) -> Table:
    """The games of a series."""
    who = {agent["id"]: named(agent) for agent in (series["first"], series["second"])}
    rows = tuple(
        (
            str(game["game"]),
            who.get(game["challenger_id"], ""),
            game["status"],
            who.get(game["winner_id"] or "", ""),
            game["debate_id"] or "",
        )
        for game in series["games"]
    )
    return Table(("game", "challenger", "status", "winner", "debate"), rows, title=series_title(series))


def series_title(series: SeriesTold) -> str:
    """A series in a line."""
    points = f"{series['first_points']:g} : {series['second_points']:g}"
    pair = f"{named(series['first'])} {points} {named(series['second'])}"
    return f"{series['topic']} · best of {series['best_of']} · {series['state']} · {pair}"


def of_all_series(page: SeriesPage) -> Table:
    """A page of series."""
    rows = tuple((each["id"], series_title(each), moment(each["created_at"])) for each in page["series"])
    return Table(("id", "series", "since"), rows, note=more(page["next_cursor"]))


def of_bracket(bracket: BracketTold) -> Table:
    """The matches of a bracket."""
    rows = tuple(
        (
            str(match["round"]),
            str(match["match"]),
            named(match["first"], ""),
            named(match["second"], ""),
            match["state"],
            match["reason"],
            match["debate_id"] or "",
        )
        for match in bracket["matches"]
    )
    columns = ("round", "match", "first", "second", "state", "why", "debate")
    return Table(columns, rows, title=f"{bracket['topic']} · {bracket['state']}")


def of_brackets(page: BracketPage) -> Table:
    """A page of brackets."""
    rows = tuple(
        (
            each["id"],
            each["topic"],
            each["state"],
            f"{len(each['entrants'])}/{each['size']}",
            moment(each["closes_at"]),
            named(each["winner"], ""),
        )
        for each in page["brackets"]
    )
    return Table(("id", "topic", "state", "entered", "begins", "winner"), rows, note=more(page["next_cursor"]))


def of_fairness(fairness: Fairness) -> Table:
    """The figures, without the ratings."""
    return of_fields({name: figure(value) for name, value in fairness.items() if name != "ratings"})


def figure(value: Any) -> str:
    """A figure, or a share with its interval."""
    if not isinstance(value, dict):
        return "not known yet" if value is None else f"{value:.2f}" if isinstance(value, float) else str(value)
    told = cast(Share, value)
    if told["share"] is None:
        return f"{told['count']} of {told['of']}"
    interval = f", between {share(told['low'])} and {share(told['high'])}"
    return f"{share(told['share'])} ({told['count']} of {told['of']}{interval})"


def of_ratings(fairness: Fairness) -> Table:
    """The Bradley-Terry ratings."""
    rows = tuple(
        (
            named(each["agent"]),
            f"{each['rating']:.0f}",
            between(each["low"], each["high"]),
            str(each["games"]),
            "" if each["comparable"] else "on a scale of its own",
        )
        for each in fairness["ratings"]
    )
    return Table(("agent", "rating", "95 % interval", "games", ""), rows)
