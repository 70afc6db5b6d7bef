"""`python -m moot`."""

from moot.cli import main

main()
