"""Language servers: which speak of which files, and which are installed where a guest can reach them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from moot.tools.turn.guests import reached

Question: TypeAlias = Literal["definition", "references", "hover", "diagnostics"]
QUESTIONS: tuple[Question, ...] = get_args(Question)

_PYTHON = (".py", ".pyi")
_SCRIPT = (".js", ".jsx", ".mjs", ".cjs", ".ts", ".tsx")
_C = (".c", ".h", ".cc", ".cpp", ".hpp")


@dataclass(frozen=True, slots=True)
class Server:
    """A language server."""

    name: str
    command: tuple[str, ...]
    endings: tuple[str, ...]
    language: str
    """As the protocol calls what it reads."""
    answers: tuple[Question, ...] = QUESTIONS

    @property
    def path(self) -> str | None:
        """Where its program lies."""
        return reached(self.command[0])


SERVERS: tuple[Server, ...] = (
    Server("ruff", ("ruff", "server"), _PYTHON, "python", ("diagnostics",)),
    Server("ty", ("ty", "server"), _PYTHON, "python"),
    Server("pyrefly", ("pyrefly", "lsp"), _PYTHON, "python"),
    Server("basedpyright", ("basedpyright-langserver", "--stdio"), _PYTHON, "python"),
    Server("pyright", ("pyright-langserver", "--stdio"), _PYTHON, "python"),
    Server("gopls", ("gopls",), (".go",), "go"),
    Server("typescript", ("typescript-language-server", "--stdio"), _SCRIPT, "typescript"),
    Server("rust-analyzer", ("rust-analyzer",), (".rs",), "rust"),
    Server("clangd", ("clangd",), _C, "cpp"),
)
"""Those that are known here, in the order of preference."""


def servers_for(path: str, question: Question, own: Iterable[Server] = ()) -> Sequence[Server]:
    """Who is asked about a file, the owner's first: those that know this alone, and one of those that know all."""
    fit = [one for one in (*own, *SERVERS) if path.endswith(one.endings) and question in one.answers and one.path]
    whole = [one for one in fit if len(one.answers) > 1][:1]
    return [*(one for one in fit if len(one.answers) == 1), *whole]
