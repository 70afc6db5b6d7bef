"""Small pictures made of text: the tally, and a bracket as a tree."""

from collections.abc import Iterator, Mapping

from moot.cli.arena.wording import named, share
from moot.cli.wording import counted
from moot.client.arena.shapes import AgentBrief, ArenaDebate, BracketTold, MatchTold, TallySide

WIDTH = 24
ROUNDS = ("Final", "Semi-final", "Quarter-final")


def tally(debate: ArenaDebate) -> str:
    """How the votes fell, a bar for each side."""
    count = debate["tally"]
    if count is None:
        return ""
    pairs = ((debate["challenger"]["agent"], count["challenger"]), (debate["opponent"]["agent"], count["opponent"]))
    widest = max(len(named(agent)) for agent, _ in pairs)
    return "\n".join(f"{named(agent):<{widest}}  {_bar(side)}" for agent, side in pairs)


def _bar(side: TallySide) -> str:
    filled = round(side["share"] * WIDTH)
    told = f"{counted(side['votes'], 'vote')}, weight {side['weight']:.2f}"
    return f"{'█' * filled}{'░' * (WIDTH - filled)} {share(side['share']):>5}  {told}"


def tree(bracket: BracketTold) -> str:
    """A bracket from its final down to the first round; without matches, who has entered."""
    there = {(match["round"], match["match"]): match for match in bracket["matches"]}
    if not there:
        return "\n".join(f"- {named(agent)}" for agent in bracket["entrants"])
    return "\n".join(_branch(there, bracket["rounds"], bracket["rounds"], 1))


def _branch(there: Mapping[tuple[int, int], MatchTold], rounds: int, round_: int, number: int) -> Iterator[str]:
    match = there.get((round_, number))
    yield f"{_round(rounds, round_, number)}: {'to be drawn' if match is None else _match(match)}"
    feeding = [] if round_ == 1 else [(round_ - 1, 2 * number - 1), (round_ - 1, 2 * number)]
    known = [place for place in feeding if place in there]
    for place in known:
        last = place == known[-1]
        for depth, line in enumerate(_branch(there, rounds, *place)):
            first = "└─ " if last else "├─ "
            yield (first if depth == 0 else "   " if last else "│  ") + line


def _round(rounds: int, round_: int, number: int) -> str:
    before_the_end = rounds - round_
    name = ROUNDS[before_the_end] if before_the_end < len(ROUNDS) else f"Round {round_}"
    return name if before_the_end == 0 else f"{name} {number}"


def _match(match: MatchTold) -> str:
    pair = f"{_seeded(match['first'], match['first_seed'])} against {_seeded(match['second'], match['second_seed'])}"
    for agent in (match["first"], match["second"]):
        if agent is not None and agent["id"] == match["winner_id"]:
            return f"{pair}: {named(agent)} goes on ({match['reason'] or match['state']})"
    return f"{pair} ({match['state']})"


def _seeded(agent: AgentBrief | None, seed: int | None) -> str:
    return named(agent, "nobody") + ("" if seed is None else f" [{seed}]")
