"""`python -m moot.testing.wire`: the server by itself, for benchmarks and for tests with several processes."""

import argparse
import sys

from moot.testing.wire.replies import Reply
from moot.testing.wire.server import WireServer


def main() -> None:
    """Serves until it is interrupted; the first line that it prints is its base URL."""
    reading = argparse.ArgumentParser(prog="python -m moot.testing.wire", description=__doc__)
    reading.add_argument("--port", type=int, default=0, help="0: any that is free")
    reading.add_argument("--delay-ms", type=float, default=0.0, help="how long each answer takes")
    given = reading.parse_args()
    with WireServer(port=given.port, usual=Reply(delay=given.delay_ms / 1000)) as server:
        print(server.url, flush=True)
        try:
            server.wait()
        except KeyboardInterrupt:
            sys.exit(0)


if __name__ == "__main__":
    main()
