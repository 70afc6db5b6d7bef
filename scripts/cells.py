"""What goes into one cell of a Markdown table."""


def one_line(text: str) -> str:
    """A text that fits in one cell of a Markdown table."""
    return " ".join(text.split()).replace("|", "\\|")
