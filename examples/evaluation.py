"""An idea is scored, attacked, and argued for and against; verdicts move the scores."""

import moot

with moot.House() as house:
    debate = house.evaluation("# A library of tools\n\nNeighbours lend each other drills. 22 tried it; 20 stayed.")
    for category, score in debate.result().report["scores"].items():
        print(f"{category}: {score['before']} -> {score['after']}")
    print("papers:", *debate.papers())
