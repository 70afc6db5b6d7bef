"""Looking through the files that a seat may read."""

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from moot.memory import EmbeddingFailed, Vector
from moot.tools.turn.looking import MOST_READ, looking
from moot.tools.turn.searching import AROUND, places, words_of
from moot.tools.turn.site import Site
from tests.tools.turn.grounds import SITE, used

TOOLS = looking(SITE, None)


async def test_files_are_listed_with_what_candidates_changed_and_no_more():
    told = await used(TOOLS, "list_files")
    names = [line.partition(" (")[0] for line in told.text.splitlines()]
    assert names == ["candidates/generator/solution.py", "data.bin", "helper.py", "notes/read me.md", "solution.py"]
    assert (await used(TOOLS, "list_files", pattern="*.go")).text == "There are no such files."
    many = Site("d", "s", files={f"f{number}.py": b"" for number in range(500)})
    told = await used(looking(many, None), "list_files")
    assert told.cut
    assert told.text.endswith("… and 100 more: name a pattern")
    missing = Site("d", "s", trouble="It is gone.")
    assert "are not here: It is gone." in (await used(looking(missing, None), "list_files")).text


async def test_a_file_is_read_by_lines_and_nothing_outside_the_site_is():
    told = await used(TOOLS, "read_file", path="helper.py", from_line=2, lines=1)
    assert told.text == 'helper.py, lines 2 to 2 of 4\n    2     """Twice n."""'
    assert told.cut
    assert not (await used(TOOLS, "read_file", path="helper.py")).cut
    assert (await used(TOOLS, "read_file", path="helper.py", from_line=9)).text == "helper.py has 4 lines."
    for path in ("/etc/passwd", "../helper.py", "candidates/critic/solution.py", "./helper.py"):
        told = await used(TOOLS, "read_file", path=path)
        assert (told.ok, "There is no file" in told.text) == (False, True)
    told = await used(TOOLS, "read_file", path="data.bin")
    assert (told.ok, told.text) == (False, "data.bin is no text, or too large: 2 bytes.")
    told = await used(TOOLS, "read_file", path="helper.py", lines=MOST_READ + 1, depth=3)
    assert not told.ok
    assert "lines: Input should be less than" in told.text
    assert "depth: Extra inputs" in told.text


async def test_a_search_tells_places_by_path_and_line():
    told = await used(TOOLS, "search", query="undefined", limit=1)
    assert told.text.startswith("1 places, by words\n\nsolution.py:6\n")
    assert "    6     return twice(sum(xs)) + undefined" in told.text
    assert "solution.py" not in (await used(TOOLS, "search", query="twice", pattern="notes/*")).text
    assert (await used(TOOLS, "search", query="quaternions of the task")).text == "Nothing was found."


class Meaning:
    """Likes places that speak of documentation; or fails."""

    name = "meaning"
    fails = False

    async def embed(self, texts: Sequence[str]) -> Sequence[Vector]:
        if self.fails:
            raise EmbeddingFailed("out of memory")
        return [[1.0, 0.0] if number == 0 or "See helper" in text else [0.0, 1.0] for number, text in enumerate(texts)]


async def test_meaning_is_weighed_where_somebody_knows_it():
    by_words = await used(TOOLS, "search", query="twice helper", limit=4)
    by_meaning = await used(looking(SITE, Meaning()), "search", query="twice helper", limit=4)
    assert "by words and by meaning (meaning)" in by_meaning.text
    assert by_meaning.text.index("notes/read me.md") < by_words.text.index("notes/read me.md") + 60
    failing = Meaning()
    failing.fails = True
    told = await used(looking(SITE, failing), "search", query="twice", limit=1)
    assert "by words alone: out of memory" in told.text


NAMES = st.sampled_from(["a.py", "b/c.py", "d.md", "twice.py"])
TEXTS = st.text(alphabet="abct wie\n", max_size=200)


@given(st.dictionaries(NAMES, TEXTS), st.text(alphabet="abtwice ", max_size=30), st.integers(1, 10))
def test_every_place_has_one_of_the_words_or_a_name_with_it(texts: dict[str, str], query: str, limit: int):
    found = places(texts, query, limit)
    assert len(found) <= limit
    for place in found:
        lines = texts[place.path].split("\n")
        assert 1 <= place.line <= len(lines)
        said = lines[place.line - 1].lower()
        assert any(word in said or word in place.path for word in words_of(query))
        assert len(place.text.split("\n")) <= 2 * AROUND + 1
    assert len({(place.path, place.line) for place in found}) == len(found)


def test_a_rare_word_counts_more_than_one_that_is_everywhere():
    texts = {f"{number}.py": "return value\n" * 5 for number in range(9)} | {"x.py": "return quaternion\n"}
    assert places(texts, "return quaternion", 1)[0].path == "x.py"
