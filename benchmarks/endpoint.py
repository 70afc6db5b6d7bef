"""A mock endpoint in a process of its own: `python -m benchmarks.endpoint MILLISECONDS` prints its address."""

import sys

from benchmarks.child import say, stop_with_parent
from moot.testing.wire import Asked, Reply, WireServer


class Stubborn:
    """Fills in every form after so many seconds; each model recommends the option that it is named after."""

    def __init__(self, delay: float) -> None:
        self._delay = delay

    def __call__(self, asked: Asked) -> Reply:
        """A recommendation of its own; later the form keeps it, because to keep it is the first thing it offers."""
        wanted = (asked.form or {}).get("properties", {}).get("recommendation", {})
        return Reply(values={"recommendation": asked.model} if "enum" in wanted else {}, delay=self._delay)


if __name__ == "__main__":
    stop_with_parent()
    with WireServer(Stubborn(float(sys.argv[1]) / 1000)) as server:
        say(server.url)
        server.wait()
