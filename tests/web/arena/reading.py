"""What a page has to fill in."""

from tests.web.visitor import Read


def named(page: Read, name: str) -> list[dict[str, str]]:
    """The inputs of that name."""
    return [one for one in page.all("input") if one.get("name") == name]


def value(page: Read, name: str) -> str | None:
    """What stands in the one input of that name."""
    (found,) = named(page, name)
    return found.get("value")
