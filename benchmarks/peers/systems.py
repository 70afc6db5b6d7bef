"""Who is compared: what each is installed from, and the driver that plays the debate with it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class System:
    """One of those that are compared."""

    name: str
    driver: str
    packages: tuple[str, ...] = ()
    """What its environment needs; none: Moot's own environment."""


SYSTEMS = (
    System("bare", "bare.py"),
    System("moot", "ours.py"),
    System("langgraph", "langgraph_debate.py", ("langgraph", "langchain-openai")),
    System("autogen", "autogen_debate.py", ("autogen-agentchat", "autogen-ext[openai]")),
    System("ag2", "ag2_debate.py", ("ag2[openai]",)),
    System("swarms", "swarms_debate.py", ("swarms",)),
    System("aragora", "aragora_debate_run.py", ("aragora-debate", "openai")),
)
