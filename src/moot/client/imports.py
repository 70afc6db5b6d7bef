"""Calls that bring debates in."""

from moot.client.asking import Asking
from moot.client.import_shapes import Imported


class ImportCalls(Asking):
    """Calls that bring debates in."""

    def import_debate(self, text: str, name: str | None = None) -> Imported:
        """Brings in a record, a chat log, an argument graph or a transcript. The same file again changes nothing."""
        return self._send(Imported, "POST", "/imports", text=text, name=name)
