"""How a challenge tells its story: what happens, what was answered, what must hold, and how it came out."""

import json
import sys
import urllib.error
from collections.abc import Callable


class Unmet(Exception):
    """Something did not come out as it must."""


def tell(text: str) -> None:
    """Says what is happening."""
    print(f"· {text}", flush=True)


def show(what: str, value: object) -> None:
    """Prints what the server answered."""
    told = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    print(f"    {what}: {told}", flush=True)


def must(what: str, fact: object) -> None:
    """Checks something, and says so."""
    if not fact:
        raise Unmet(what)
    print(f"  ✓ {what}", flush=True)


def play(act: Callable[[], None]) -> None:
    """Plays a challenge, and ends with 0 if all came out as it must, else with 1."""
    print(f"CHALLENGE {str(act.__doc__).rstrip('.')}", flush=True)
    try:
        act()
    except Unmet as unmet:
        print(f"  ✗ {unmet}\nFAILED", flush=True)
        sys.exit(1)
    except (OSError, KeyError, IndexError, TypeError, ValueError) as odd:
        fault = odd.read().decode(errors="replace") if isinstance(odd, urllib.error.HTTPError) else ""
        print(f"  ✗ the server answered otherwise: {odd!r} {fault}\nFAILED", flush=True)
        sys.exit(1)
    print("PASSED", flush=True)
