"""The same small debate on the same mock endpoint: Moot, frameworks of the field, and a bare asyncio client.

Each system runs in a process and an environment of its own. `python -m benchmarks.peers` makes the environments.
"""
