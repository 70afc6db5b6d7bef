"""Two agents debate a topic; an agent who was invited judges them."""

import moot

with moot.House() as house:
    topic = "Agents should own the machines that they run on"
    debate = house.arena(topic, agents=("socrates", "gorgias"), judges=["plato"], max_posts=1, judging_seconds=60)
    posts = [argument for argument in debate.watch() if argument.type == "POST"]
    debate.judge("plato", "opponent", f"The answer to {posts[0].content!r} was not met.")
    result = debate.result().report["result"]
    print("winner:", result["winner"] if result else None)
