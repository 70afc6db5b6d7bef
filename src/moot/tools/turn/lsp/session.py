"""A session with a language server: one file is opened, one question is put, and then it is sent home.

The server runs in the sandbox and lives as long as the question; so nothing is left to look after between two.
"""

import json
from collections.abc import Mapping
from time import monotonic
from typing import Any, cast
from urllib.parse import quote

from moot.tools.turn.lsp.parts import listed, part
from moot.tools.turn.lsp.servers import Question

_INITIALIZE, _QUESTION, _SHUTDOWN = 1, 2, 3
_METHODS: Mapping[Question, str] = {
    "definition": "textDocument/definition",
    "references": "textDocument/references",
    "hover": "textDocument/hover",
    "diagnostics": "textDocument/diagnostic",
}
_LONGEST_MESSAGE = 16 * 1024 * 1024
_CAPABILITIES: dict[str, Any] = {
    "general": {"positionEncodings": ["utf-16"]},
    "textDocument": {
        "hover": {"contentFormat": ["plaintext", "markdown"]},
        "definition": {"linkSupport": False},
        "references": {},
        "diagnostic": {"relatedDocumentSupport": False},
        "publishDiagnostics": {},
    },
    "workspace": {"configuration": True, "workspaceFolders": True},
}


class Session:
    """The client's end of the talk: told what the server says, it says what comes next."""

    def __init__(self, question: Question, path: str, text: str, language: str, place: tuple[int, int]) -> None:
        self.result: Any = None
        self.answered = False
        self.fault: str | None = None
        self.folder = ""
        """Where the files lie in the sandbox."""
        self.over = False
        self.due: float | None = None
        self._question: Question = question
        self._path = path
        self._text = text
        self._language = language
        self._place = place
        self._buffer = b""
        self._pulls = True
        """Whether the server is asked for faults; else it tells them by itself."""

    def begin(self) -> bytes:
        """Nothing: the first word is the guest's, who says where it is."""
        return b""

    def heard(self, data: bytes) -> bytes:
        """Takes what the server says."""
        self._buffer += data
        said = b""
        if not self.folder:
            line, end, rest = self._buffer.partition(b"\n")
            if not end:
                return b""
            self.folder, self._buffer = line.decode("utf-8", "replace"), rest
            said += self._initialize()
        while not self.over and (message := self._next()) is not None:
            said += self._take(message)
        return said

    def uri(self, path: str) -> str:
        """A file as the protocol names it."""
        return f"file://{quote(f'{self.folder}/{path}' if path else self.folder)}"

    def _initialize(self) -> bytes:
        root = self.uri("")
        told = {
            "processId": None,
            "rootUri": root,
            "workspaceFolders": [{"uri": root, "name": "tree"}],
            "capabilities": _CAPABILITIES,
        }
        return _request(_INITIALIZE, "initialize", told)

    def _next(self) -> dict[str, Any] | None:
        """The next message that is whole; a server that does not keep to the protocol is sent home."""
        head, end, rest = self._buffer.partition(b"\r\n\r\n")
        if not end:
            return None
        lengths = [line.split(b":")[1] for line in head.split(b"\r\n") if line.lower().startswith(b"content-length:")]
        try:
            length = int(lengths[0])
            if not 0 <= length <= _LONGEST_MESSAGE:
                raise ValueError
            if len(rest) < length:
                return None
            message: Any = json.loads(rest[:length])
        except (IndexError, ValueError, RecursionError):
            self.fault, self.over = "it does not speak the protocol of language servers", True
            return None
        self._buffer = rest[length:]
        return cast(dict[str, Any], message) if isinstance(message, dict) else {}

    def _take(self, message: dict[str, Any]) -> bytes:
        match message:
            case {"method": str(method), "id": number}:
                return _message({"id": number, "result": _reply(method, message.get("params"))})
            case {"method": "textDocument/publishDiagnostics", "params": {"uri": uri, "diagnostics": found}}:
                return self._published(str(uri), found)
            case {"id": number, "error": error}:
                return self._failed(number, error)
            case {"id": number, "result": result}:
                return self._replied(number, result)
            case _:
                return b""

    def _replied(self, number: Any, result: Any) -> bytes:
        if number == _INITIALIZE:
            return self._ask(result)
        if number == _QUESTION:
            return self._finish(result)
        return b""

    def _ask(self, told: Any) -> bytes:
        self._pulls = bool(part(told, "capabilities", "diagnosticProvider"))
        document = {"uri": self.uri(self._path), "languageId": self._language, "version": 1, "text": self._text}
        said = _message({"method": "initialized", "params": {}})
        said += _message({"method": "textDocument/didOpen", "params": {"textDocument": document}})
        if self._question == "diagnostics" and not self._pulls:
            return said
        asked: dict[str, Any] = {"textDocument": {"uri": self.uri(self._path)}}
        if self._question != "diagnostics":
            asked["position"] = {"line": self._place[0], "character": self._place[1]}
        if self._question == "references":
            asked["context"] = {"includeDeclaration": True}
        return said + _request(_QUESTION, _METHODS[self._question], asked)

    def _published(self, uri: str, found: Any) -> bytes:
        waits = self._question == "diagnostics" and not self._pulls
        return self._finish({"items": found}) if waits and uri == self.uri(self._path) else b""

    def _failed(self, number: Any, error: Any) -> bytes:
        if number not in (_INITIALIZE, _QUESTION):
            return b""
        self.fault = str(part(error, "message") or error)[:300]
        return self._leave()

    def _finish(self, result: Any) -> bytes:
        self.result, self.answered = result, True
        return self._leave()

    def _leave(self) -> bytes:
        self.over = True
        self.due = monotonic() + 2.0
        return _request(_SHUTDOWN, "shutdown", None) + _message({"method": "exit"})


def _reply(method: str, params: Any) -> Any:
    """What a server that asks is told: nothing is configured, and nothing may be changed."""
    if method == "workspace/configuration":
        return [None for _ in listed(part(params, "items"))]
    return {"applied": False} if method == "workspace/applyEdit" else None


def _request(number: int, method: str, params: Any) -> bytes:
    told: dict[str, Any] = {"id": number, "method": method}
    return _message(told if params is None else {**told, "params": params})


def _message(told: Mapping[str, Any]) -> bytes:
    body = json.dumps({"jsonrpc": "2.0", **told}).encode()
    return f"Content-Length: {len(body)}\r\n\r\n".encode() + body
