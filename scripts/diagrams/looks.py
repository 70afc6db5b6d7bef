"""How the diagrams look: a few kinds of boxes, the same in all, readable on light and on dark pages."""

_AGREED = '%%{init: {"flowchart": {"wrappingWidth": 420}, "themeVariables": {"edgeLabelBackground": "#ffffff"}}}%%'
_COLOURS = {
    "say": ("#e8f0fe", "#3367d6"),
    "run": ("#e6f4ea", "#188038"),
    "ask": ("#fef7e0", "#b06000"),
    "done": ("#f1f3f4", "#5f6368"),
    "bad": ("#fce8e6", "#c5221f"),
}
"""What somebody says, what the sandbox runs, what is asked, where it ends well, and where it does not."""


def looks(*used: str) -> list[str]:
    """The lines that give these kinds of boxes their looks."""
    return [
        f"  classDef {name} fill:{_COLOURS[name][0]},stroke:{_COLOURS[name][1]},color:#202124,stroke-width:1.5px"
        for name in used
    ]


def chart(direction: str, *lines: str) -> str:
    """A flowchart of these lines."""
    return "\n".join([_AGREED, f"flowchart {direction}", *lines]) + "\n"


def asked(name: str, question: str) -> str:
    """A question that the way goes on from."""
    return f'{name}{{{{"{question}"}}}}:::ask'


def framed(name: str, title: str, *inside: str) -> list[str]:
    """Boxes in a frame."""
    frame = f"  style {name} fill:#fcfcfd,stroke:#9aa0a6,color:#202124"
    return [f'  subgraph {name}["{title}"]', *(f"    {line}" for line in inside), "  end", frame]


def words(name: str) -> str:
    """A name of the code as people write it."""
    return name.replace("_", " ")
