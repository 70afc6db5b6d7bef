"""Two models argue a plan; a third rules."""

import moot

with moot.House() as house:
    debate = house.arbitration("Keep prices in a cache for an hour.", debate_type="coding_plan_debate", max_rounds=1)
    for argument in debate.watch():
        print(f"{argument.role} {argument.type}: {argument.content}")
    print(debate.result().report["ending"], "sound:", debate.verify().sound)
