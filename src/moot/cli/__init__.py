"""The command line: `moot` and `aw` are one program that parses, calls the client and renders."""

from moot.cli.app import main

__all__ = ["main"]
