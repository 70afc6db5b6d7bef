"""What language servers know of code: where a name comes from and is used, what it is, what is wrong with a file."""

from moot.tools.turn.lsp.asking import lsp
from moot.tools.turn.lsp.servers import QUESTIONS, SERVERS, Question, Server, servers_for
from moot.tools.turn.lsp.session import Session

__all__ = ["QUESTIONS", "SERVERS", "Question", "Server", "Session", "lsp", "servers_for"]
