"""Hiding: secrets are taken out of whatever is told to a log."""

import re
from collections.abc import Iterable
from typing import Any, TypeAlias, cast

MASK = "***"
SHORTEST = 6
"""A secret that is shorter is not looked for by itself: it would be found in every other word."""

Rule: TypeAlias = tuple[re.Pattern[str], str]

# Without what may stand before a name (OPENAI_API_KEY): looking for it takes the square of a long word's length.
_NAMES = (
    r"(?:api[_-]?key|auth[_-]?token|access[_-]?token|client[_-]?secret|password|passwd|"
    r"\b(?:secret|token|session|cookie|set-cookie))"
)
_VALUE = r"""(?:"[^"]*"|'[^']*'|[^\s"',;&)}\]]+)"""

RULES: tuple[Rule, ...] = (
    # The house's own: API keys, sessions, keys of seats and of readers.
    (re.compile(r"(moot|sess)_[A-Za-z0-9_-]{16,}"), rf"\1_{MASK}"),
    (re.compile(r"\b(seat|read)\.[0-9a-fA-F-]{8,36}(?:\.[^\s.\"'&]*)?\.[A-Za-z0-9_-]{16,}"), rf"\1.{MASK}"),
    # Those of providers, by how they begin.
    (re.compile(r"\b(sk|pk|rk|xai|gsk|ghp|gho|ghs|github_pat|glpat|hf|r8|AIza|AKIA)([-_]?)[A-Za-z0-9_-]{16,}"), MASK),
    (re.compile(r"\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*"), MASK),
    # In headers.
    (re.compile(r"(?i)\b((?:proxy-)?authorization[\"']?\s*[:=,]\s*[bB]?[\"']?)(?:(bearer|basic|token|digest)\s+)?[^\s\"']+"),
     rf"\1{MASK}"),
    (re.compile(r"(?i)\b(bearer|basic)\s+[A-Za-z0-9._~+/=-]{6,}"), rf"\1 {MASK}"),
    # In addresses: the password before the host, and what is given by a name that tells.
    (re.compile(r"(://[^\s/:@\"']*):[^\s/@\"']+@"), rf"\1:{MASK}@"),
    (re.compile(r"(?i)([?&](?:key|auth|code|sig|signature|state|" + _NAMES + r")=)[^\s&\"'#]+"), rf"\1{MASK}"),
    (re.compile(r"(?i)(" + _NAMES + r"[\"']?\s*[:=]\s*)" + _VALUE), rf"\1{MASK}"),
)  # fmt: skip


class Hider:
    """Takes secrets out of texts: those it was told, and whatever looks like one."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        known = sorted({secret for secret in secrets if len(secret) >= SHORTEST}, key=len, reverse=True)
        self._known = re.compile("|".join(map(re.escape, known))) if known else None

    def hidden(self, text: str) -> str:
        """The text without its secrets."""
        if self._known is not None:
            text = self._known.sub(MASK, text)
        for pattern, instead in RULES:
            text = pattern.sub(instead, text)
        return text

    def hidden_in(self, told: Any) -> Any:
        """What is told, whatever it is made of, without its secrets."""
        if isinstance(told, str):
            return self.hidden(told)
        if isinstance(told, dict):
            return {
                self.hidden(str(name)): self.hidden_in(value) for name, value in cast("dict[Any, Any]", told).items()
            }
        if isinstance(told, list | tuple):
            return [self.hidden_in(each) for each in cast("list[Any]", told)]
        return told if told is None or isinstance(told, bool | int | float) else self.hidden(str(told))
