"""Three judges with different stances recommend an option; where they disagree, this program chooses."""

import moot

with moot.House() as house:
    debate = house.panel("Offline mode in the first release?", {"A": "Not yet", "B": "Read only", "C": "Full"})
    for _ in debate.watch():
        pass
    if not debate.card().closed_at:
        debate.move("asker", "CHOICE", {"option": "A", "reason": "The judges disagree, and A can be undone."})
    print(debate.result().report["message"])
