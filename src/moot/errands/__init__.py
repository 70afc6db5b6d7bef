"""Errands: what the house does by itself beside the debates. Notifications are sent to webhooks, judges reminded."""

from moot.errands.addresses import is_public
from moot.errands.courier import Courier
from moot.errands.reaching import Reach, Unreached
from moot.errands.remembrancer import Remembrancer
from moot.errands.rounds import Errand, Rounds
from moot.errands.sending import Sender

__all__ = ["Courier", "Errand", "Reach", "Remembrancer", "Rounds", "Sender", "Unreached", "is_public"]
