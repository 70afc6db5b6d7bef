"""Three answer alone, read each other, and answer again; the answer that most give is the answer."""

import moot

with moot.House() as house:
    debate = house.roundtable("How many minutes has a day?", wanted="number", speakers=3, max_rounds=2)
    result = debate.result()
    print(result.report["answer"], "by", result.report["votes"], "of", result.report["of"])
    print(result.spent.tokens, "tokens in", result.spent.calls, "calls")
