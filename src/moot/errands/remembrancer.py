"""The remembrancer: reminds those who could judge that judging ends soon."""

import logging

from moot.commons.notices import Notices, Reminder
from moot.engine import Clock, Enduring, Steward
from moot.formats.arena import State

log = logging.getLogger("moot.errands")


class Remembrancer:
    """Looks which debates are in their last hours of judging."""

    def __init__(self, notices: Notices, steward: Steward, clock: Clock) -> None:
        self._notices = notices
        self._steward = steward
        self._clock = clock

    async def round(self) -> int:
        """Reminds whoever is to be reminded now; in how many debates."""
        due = await self._notices.due_reminders(self._clock())
        return sum([await self._reminded(reminder) for reminder in due])

    async def _reminded(self, reminder: Reminder) -> bool:
        """Whether it is done; whatever is wrong with one debate must not keep the others waiting."""
        with Enduring(log, "reminding the judges of %s", reminder.debate):
            state: State = (await self._steward.look(reminder.debate)).position.state
            judged = {vote.judge for vote in state.votes}
            await self._notices.remind(reminder, state.terms.judges, judged, self._clock())
            return True
        return False
