"""The desk itself: every verb, in one place."""

from moot.desk.arena import Around, Arranging, Badge, Forwarding, Membership, Playing, Watching
from moot.desk.audit_page import Printing
from moot.desk.briefs import Briefing
from moot.desk.callers import Caller
from moot.desk.comparing import Comparing
from moot.desk.documents import Lending
from moot.desk.exports import Copying
from moot.desk.git import Branching
from moot.desk.importing import Importing
from moot.desk.memory import Remembering
from moot.desk.moves import Moving
from moot.desk.operations import Operating
from moot.desk.replies import PlayerTold
from moot.desk.rerunning import Rerunning
from moot.desk.results import Concluding
from moot.desk.samples import Showing
from moot.desk.sharing import Sharing
from moot.desk.waiting import Following
from moot.desk.workshop_opening import Tasking
from moot.desk.workshops import Auditing
from moot.notation import clean


class Desk(
    Showing,
    Tasking,
    Branching,
    Auditing,
    Printing,
    Rerunning,
    Comparing,
    Moving,
    Following,
    Copying,
    Sharing,
    Importing,
    Operating,
    Concluding,
    Briefing,
    Lending,
    Remembering,
    Membership,
    Playing,
    Watching,
    Around,
    Forwarding,
    Badge,
    Arranging,
):
    """Where every entrance comes to: it moves, reads, waits, copies and lends documents."""

    def players(self, caller: Caller) -> tuple[PlayerTold, ...]:
        """Whom the house can call on, and why not the others."""
        caller.must_own()
        return self._house.players()

    async def fetch_player(self, caller: Caller, player: str) -> PlayerTold:
        """Begins to fetch what a player needs and is not here yet, and says how far it is."""
        caller.must_own()
        self._house.fetch(clean(player, "player"))
        known = {each.name: each for each in self._house.players()}
        return known.get(player) or known[player.partition(":")[0]]

    async def ready(self) -> None:
        """Raises an outage where the database does not answer."""
        await self._house.store.ready()
