"""Links as the site needs them: relative to where a page is shown, not to where it lies."""

import posixpath
import re
from collections.abc import Callable

from scripts.site.pages import ROOT, place_in_repository, place_on_site

LINK = re.compile(r"(?<!\\)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)")
FENCE = re.compile(r"^(```|~~~).*?^\1[ ]*$", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"`[^`\n]+`")
AWAY = re.compile(r"[a-z][a-z0-9+.-]*:|#")


def outside_of_code(text: str, change: Callable[[str], str]) -> str:
    """A page with its prose changed, and its code as it was."""
    done, at = list[str](), 0
    for fence in FENCE.finditer(text):
        done += [change(text[at : fence.start()]), fence[0]]
        at = fence.end()
    return "".join([*done, change(text[at:])])


def led(text: str, src_uri: str) -> str:
    """A page whose links lead to where things are on the site."""
    return outside_of_code(text, lambda prose: LINK.sub(lambda link: _led(link, src_uri), prose))


def leads_to(target: str, src_uri: str) -> str:
    """The place in the repository that a link on this page leads to."""
    here = posixpath.dirname(place_in_repository(src_uri))
    return posixpath.normpath(posixpath.join(here, target))


def copies(text: str, src_uri: str) -> set[str]:
    """The files of the repository that are no pages, lie outside docs/, and are linked to."""
    found = set[str]()
    for link in LINK.finditer(FENCE.sub("", text)):
        target = link[2].partition("#")[0]
        if target and not AWAY.match(target):
            place = leads_to(target, src_uri)
            if place_on_site(place).startswith("project/files/") and (ROOT / place).is_file():
                found.add(place)
    return found


def _led(link: re.Match[str], src_uri: str) -> str:
    words, (target, mark, anchor) = link[1], link[2].partition("#")
    words = LINK.sub(lambda inner: _led(inner, src_uri), words)
    if not target or AWAY.match(target):
        return f"[{words}]({link[2]})"
    place = leads_to(target, src_uri)
    if (ROOT / place).is_dir():
        # A site shows no folders: what is in them stands on pages of its own.
        return words
    path = posixpath.relpath(place_on_site(place), posixpath.dirname(src_uri) or ".")
    return f"[{words}]({path}{mark}{anchor})"
