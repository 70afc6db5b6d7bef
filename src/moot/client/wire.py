"""One exchange over HTTP, by the standard library: the fuller clients cost a command twice its time to start."""

import contextlib
import ssl
from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from urllib.parse import SplitResult, urlencode, urlsplit

from moot import __version__
from moot.client.errors import NoServer

Query = Mapping[str, str | int | float | None]


@dataclass(frozen=True)
class Answer:
    """What a server answered."""

    status: int
    body: bytes
    retry_after: float = 0.0


class Wire:
    """The way to one server. Each exchange has a connection of its own: a command makes few."""

    def __init__(self, base_url: str, token: str | None = None) -> None:
        parts = _parsed(base_url.strip())
        self.url = base_url.strip().rstrip("/")
        self._secure = parts.scheme == "https"
        self._host, self._port, self._prefix = parts.hostname or "", parts.port, parts.path.rstrip("/")
        self._headers = {"Accept": "*/*", "User-Agent": f"moot/{__version__}"}
        if token := (token or "").strip():
            if not (token.isascii() and token.isprintable()):
                raise ValueError("The token has characters that cannot be sent.")
            self._headers["Authorization"] = f"Bearer {token}"

    def exchange(self, method: str, path: str, query: Query, body: bytes | None, timeout: float) -> Answer:
        """Sends one request and reads the whole answer; raises NoServer where that fails."""
        with self._asked(method, path, query, body, {}, timeout) as response:
            asked = response.headers.get("Retry-After", "")
            return Answer(response.status, response.read(), float(asked) if asked.isdigit() else 0.0)

    @contextlib.contextmanager
    def lines(
        self, path: str, query: Query, headers: Mapping[str, str], timeout: float
    ) -> Generator[tuple[int, Iterator[bytes]]]:
        """The status and the lines of an answer that goes on; raises NoServer when it is cut off."""
        with self._asked("GET", path, query, None, headers, timeout) as response:
            yield response.status, iter(response.readline, b"")

    @contextlib.contextmanager
    def _asked(
        self,
        method: str,
        path: str,
        query: Query,
        body: bytes | None,
        headers: Mapping[str, str],
        timeout: float,
    ) -> Generator[HTTPResponse]:
        connection = self._connection(timeout)
        reached = False
        try:
            connection.connect()
            reached = True
            _send(connection, method, self._target(path, query), body, self._all(headers, body))
            yield connection.getresponse()
        except (OSError, HTTPException) as trouble:
            raise NoServer(self.url, _why(trouble), reached=reached) from trouble
        finally:
            connection.close()

    def _connection(self, timeout: float) -> HTTPConnection:
        if self._secure:
            context = ssl.create_default_context()
            return HTTPSConnection(self._host, self._port, timeout=timeout, context=context)
        return HTTPConnection(self._host, self._port, timeout=timeout)

    def _target(self, path: str, query: Query) -> str:
        given = {name: value for name, value in query.items() if value is not None}
        return f"{self._prefix}{path}" + (f"?{urlencode(given)}" if given else "")

    def _all(self, headers: Mapping[str, str], body: bytes | None) -> dict[str, str]:
        kind = {} if body is None else {"Content-Type": "application/json"}
        return {**self._headers, **kind, **headers}


def _parsed(url: str) -> SplitResult:
    try:
        parts = urlsplit(url)
        name = parts.hostname or " "
        fits = parts.scheme in {"http", "https"} and parts.port != 0 and name.isprintable() and " " not in name
    except ValueError:
        fits, parts = False, urlsplit("")
    if not fits:
        raise ValueError(f"{url!r} is not the URL of a server, like http://127.0.0.1:3456.")
    return parts


def _send(connection: HTTPConnection, method: str, target: str, body: bytes | None, headers: Mapping[str, str]) -> None:
    # A server that refuses a body for its size answers before it has read it all; the answer is worth reading.
    with contextlib.suppress(BrokenPipeError, ConnectionResetError):
        connection.request(method, target, body, dict(headers))


def _why(trouble: OSError | HTTPException) -> str:
    if isinstance(trouble, TimeoutError):
        return "it took too long"
    if isinstance(trouble, HTTPException):
        return "the answer was cut off"
    return (trouble.strerror or str(trouble) or type(trouble).__name__).lower()
