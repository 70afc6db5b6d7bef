from moot.desk import Caller
from moot.members import Member
from tests.web.arena.made_up import BOB, NOW, agent

MEMBER = Caller(member=Member(BOB.id, BOB.handle, BOB.name, NOW))
"""Bob, signed in."""
MODERATOR = Caller(member=Member("id-mod", "mod", "Mod", NOW, role="moderator"))
CAROL = agent("carol", "Carol", verified=True, score=1105)
DAVE = agent("dave", "Dave", verified=True, score=840)
