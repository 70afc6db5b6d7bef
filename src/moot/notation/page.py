"""A page read back: the debate that our HTML shows, as far as its words tell it."""

from collections.abc import Sequence
from itertools import pairwise

from moot.debate import InvalidInput
from moot.notation.said import Said
from moot.notation.tags import Tag, tags_of
from moot.notation.transcript import HOW, Transcript, heading, time_in, transcribed
from moot.notation.unrendered import unrendered


def read_html(text: str) -> Transcript:
    """The transcript that a page of ours shows, or the refusal that says why it is none."""
    page = next(tags_of(text).all("main"), None)
    titles = [] if page is None else [tag for tag in page.tags if tag.name == "h1"]
    if page is None or not titles:
        raise InvalidInput("The page is no debate that Moot has written.", suggestion=HOW)
    facts = [tag for tag in page.tags if tag.name == "dl"][:1]
    said = [_said(tag) for tag in page.tags if tag.name == "article"]
    return transcribed(_line(titles[0]), _named(facts), said, "page")


def _said(article: Tag) -> Said:
    heads = [tag for tag in article.tags if tag.name == "h2"]
    head = heading(_line(heads[0])) if heads else None
    if head is None:
        named = article.told.get("id", "")[:40]
        raise InvalidInput(f"The article {named!r} of the page does not say who said what.", suggestion=HOW)
    about = [tag for tag in article.tags if tag.name == "p" and tag.is_of("about")][:1]
    bodies = [tag for tag in article.tags if tag.is_of("body")]
    sealed = any(tag.is_of("sealed") for body in bodies for tag in body.tags)
    return Said(
        head.line,
        head.kind,
        head.seat,
        next((time_in(tag.told.get("datetime")) for each in about for tag in each.all("time")), None),
        None if sealed else "\n\n".join(map(unrendered, bodies)),
        next((_number(tag.told.get("href", "")) for each in about for tag in each.all("a")), None),
        _named([tag for tag in article.tags if tag.name == "dl"]),
    )


def _number(href: str) -> int | None:
    told = href.removeprefix("#line-")
    return int(told) if told.isascii() and told.isdigit() and len(told) < 10 else None


def _named(lists: Sequence[Tag]) -> dict[str, str]:
    """Facts by name: each term with what is told of it."""
    terms = [tag for each in lists for tag in each.tags if tag.name in ("dt", "dd")]
    return {_line(term): told.text for term, told in pairwise(terms) if (term.name, told.name) == ("dt", "dd")}


def _line(tag: Tag) -> str:
    return " ".join(tag.text.split())
