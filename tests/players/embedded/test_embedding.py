"""What texts mean to a real model; and what is no embedding model is not taken for one."""

import os
import struct
from pathlib import Path

import pytest

from moot.debate import InvalidInput
from moot.memory import EmbeddingFailed, alike, packed, unpacked
from moot.players.embedded.embedding import EmbeddingModel

pytestmark = pytest.mark.anyio

SMALL = Path(os.environ.get("MOOT_MODELS_DIR") or Path.home() / ".moot" / "models") / "smollm2-135m-instruct-q4_1.gguf"
MEAN = 1


@pytest.fixture
def small() -> Path:
    if not SMALL.exists():
        pytest.skip("The small embedded model could not be had here.")
    return SMALL


def pooled(weights: Path, folder: Path) -> Path:
    """A copy of a model that says how a text is made of its words, as embedding models do."""
    raw = weights.read_bytes()
    (count,) = struct.unpack_from("<Q", raw, 16)
    # 64 bytes together, so that what follows stays aligned.
    more = b"".join(_noted(key, MEAN) for key in ("llama.pooling_type", "moot.for.tests"))
    assert len(more) == 64
    copy = folder / "pooled.gguf"
    copy.write_bytes(raw[:16] + struct.pack("<Q", count + 2) + more + raw[24:])
    return copy


def _noted(key: str, value: int) -> bytes:
    return struct.pack("<Q", len(key)) + key.encode() + struct.pack("<II", 4, value)


@pytest.mark.real_model
async def test_texts_become_vectors_however_long_they_are(small: Path, tmp_path: Path):
    model = EmbeddingModel(pooled(small, tmp_path), tmp_path, 1)
    assert model.name.startswith("pooled.gguf@")
    made = await model.embed(["Sort a list of numbers.", "Sort a list of numbers.", "word " * 600, ""])
    first, again, long, nothing = (unpacked(packed(vector)) for vector in made)
    assert len(first) == len(long) == len(nothing) > 100
    assert alike(first, again) == pytest.approx(1, abs=1e-4)
    assert alike(first, long) < 0.999


@pytest.mark.real_model
async def test_a_model_that_only_speaks_is_no_embedding_model(small: Path, tmp_path: Path):
    with pytest.raises(EmbeddingFailed, match=r"[Pp]ooling"):
        await EmbeddingModel(small, tmp_path, 1).embed(["Sort a list."])


async def test_a_file_that_is_no_model_is_refused_at_once(tmp_path: Path):
    with pytest.raises(InvalidInput, match="cannot be read"):
        EmbeddingModel(tmp_path / "none.gguf", tmp_path)
    (tmp_path / "text.gguf").write_text("Hello.")
    with pytest.raises(InvalidInput, match="GGUF"):
        EmbeddingModel(tmp_path / "text.gguf", tmp_path)


async def test_a_file_that_cannot_be_loaded_says_so_when_it_is_asked(tmp_path: Path):
    (tmp_path / "broken.gguf").write_bytes(b"GGUF" + bytes(100))
    with pytest.raises(EmbeddingFailed, match="cannot be loaded"):
        await EmbeddingModel(tmp_path / "broken.gguf", tmp_path, 1).embed(["x"])
