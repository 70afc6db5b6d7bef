"""Calls about how a house runs."""

from moot.client.asking import Asking
from moot.client.operations_shapes import Operations


class OperationCalls(Asking):
    """Calls of whoever runs the house."""

    def operations(self) -> Operations:
        """What waits, what it costs, what is slow and what fails."""
        return self._get(Operations, "/operations")
