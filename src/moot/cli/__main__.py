"""`python -m moot.cli`."""

from moot.cli.app import main

main()
