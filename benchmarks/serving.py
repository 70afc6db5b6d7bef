"""Moot in a process of its own: `python -m benchmarks.serving DATABASE` prints its address."""

import sys

from benchmarks.child import say, stop_with_parent
from moot.settings import Settings
from moot.wiring import serve

if __name__ == "__main__":
    stop_with_parent()
    serve(Settings(port=0, database_url=sys.argv[1]), say)
