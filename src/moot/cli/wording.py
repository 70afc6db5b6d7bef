"""Small pieces of text that tables and prose share."""


def moment(at: str) -> str:
    """A time of the record, to the second."""
    return at[:19].replace("T", " ")


def first_line(content: str | None, longest: int = 60) -> str:
    """How an argument begins."""
    if content is None:
        return "(sealed)"
    line = next((line.strip() for line in content.splitlines() if line.strip()), "")
    return line if len(line) <= longest else f"{line[: longest - 1]}…"


def counted(number: int, noun: str) -> str:
    """A number of things."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def fenced(text: str, language: str = "") -> str:
    """Text in a fence that nothing in it can close."""
    fence = "```"
    while fence in text:
        fence += "`"
    return f"{fence}{language}\n{text.rstrip()}\n{fence}"
