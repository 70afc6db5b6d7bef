"""The box: grants, what is there, and why not the rest."""

from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from moot.debate import InvalidInput, Seated
from moot.engine import Kit
from moot.formats.workshop.casting.role import TOOLS
from moot.library import Draft
from moot.settings import Settings
from moot.store import open_store
from moot.testing import START
from moot.tools.turn import ABOUT, Box, Site
from moot.wiring import box_for
from tests.support.company import confined
from tests.tools.turn.grounds import SITE, used

pytestmark = pytest.mark.usefixtures("confined")

__all__ = ["confined"]


def box(home: Path) -> Box:
    return box_for(Settings(home=home))


async def kit(home: Path, *names: str, site: Site = SITE) -> Kit:
    async with AsyncExitStack() as stack:
        return await box(home).kit(site, names, stack)


async def test_a_seat_has_the_tools_that_it_was_granted_and_no_others(tmp_path: Path):
    found = await kit(tmp_path, "retrieval", "sandbox")
    assert [tool.name for tool in found.tools] == ["list_files", "read_file", "search", "run_code", "run_tests"]
    assert found.missing == ()
    every = await kit(tmp_path, *ABOUT)
    assert [tool.name for tool in every.tools if not tool.arguments.get("properties")] == []
    assert every.missing == (
        "documents: there is no library here",
        f"mcp: no server is named in {tmp_path / 'tools.toml'}",
    )
    assert (await kit(tmp_path)).tools == ()
    assert (await kit(tmp_path, "shell")).missing[0].startswith("shell: there is no such tool; there are: documents,")
    nowhere = await kit(tmp_path, "retrieval", "lsp", "git", site=Site("d", "s"))
    assert nowhere == Kit(
        (),
        (
            "retrieval: there are no files and no documents that this seat may read",
            "lsp: there is no code that this seat may read",
            "git: there is no repository, and no candidate that this seat may read",
        ),
    )


async def test_a_task_without_files_has_code_once_there_is_a_candidate(tmp_path: Path):
    site = Site("d", "s", candidates={"generator": {"solution.py": b"def f(xs):\n    return missing\n"}})
    found = await kit(tmp_path, "lsp", "git", site=site)
    assert found.missing == ()
    told = await used(found.tools, "diagnostics", path="candidates/generator/solution.py")
    assert "candidates/generator/solution.py:2:12 error F821 Undefined name `missing` (ruff)" in told.text
    assert "+    return missing" in (await used(found.tools, "git_diff", candidate="generator")).text


async def test_checks_are_run_on_a_candidate(tmp_path: Path):
    found = await kit(tmp_path, "checks")
    told = await used(found.tools, "run_checks", run=["ruff"])
    assert "ruff: found" in told.text
    assert "solution.py:6:29 error ruff F821 Undefined name `undefined`" in told.text
    told = await used(found.tools, "run_checks", candidate="generator", run=["ruff"])
    assert told.text.splitlines()[0] == "ruff: clean"
    assert "there is no check of this name" in (await used(found.tools, "run_checks", run=["magic"])).text


async def test_documents_of_the_debate_are_read_and_searched_and_those_of_others_are_not(tmp_path: Path):
    store = await open_store("sqlite://")
    try:
        for document, debate in (("doc-1", "debate"), ("doc-2", "other"), ("doc-3", None)):
            text = f"# Plan {document}\n" + "quaternions " * 900
            await store.shelf.create(Draft(document, f"Plan {document}", text, START, debate=debate))
        site = Site("debate", "critic", shelf=store.shelf)
        found = await kit(tmp_path, "documents", "retrieval", site=site)
        assert (await used(found.tools, "list_documents")).text == "doc-1@1 Plan doc-1"
        told = await used(found.tools, "read_document", document_id="doc-1")
        assert (told.cut, told.text.startswith("Plan doc-1, version 1 of 1, characters 0 to 6000 of 108")) == (
            True,
            True,
        )
        told = await used(found.tools, "read_document", document_id="doc-1", from_character=10_000)
        assert not told.cut
        for hidden in ("doc-2", "doc-3", "doc-4"):
            assert f"no document '{hidden}'" in (await used(found.tools, "read_document", document_id=hidden)).text
        assert "documents/doc-1.md:2" in (await used(found.tools, "search", query="quaternions")).text
        assert "doc-2" not in (await used(found.tools, "list_files")).text
    finally:
        await store.close()


@pytest.mark.parametrize("named", [["shell"], ["lsp", "git", "magic"], "lsp", [3], {"lsp": 1}])
def test_a_seat_that_names_no_tool_of_the_house_is_refused_with_those_there_are(tmp_path: Path, named: Any):
    with pytest.raises(InvalidInput) as refused:
        box(tmp_path).must_grant(Seated(player="openai:x", settings={"tools": named}))
    assert refused.value.suggestion == (
        "Tools are: documents, retrieval, lsp, formatter, sandbox, git, checks, mcp; in a list."
    )


def test_roles_may_be_granted_what_there_is():
    assert set(TOOLS) == set(ABOUT)


def test_what_there_is_and_why_not_the_rest(tmp_path: Path):
    (tmp_path / "tools.toml").write_text('[mcp.tiny]\ncommand = ["x"]\n\n[mcp.bad]\n\n[lsp.bad]\n')
    offers = {offer.name: offer for offer in box(tmp_path).offers()}
    assert list(offers) == list(ABOUT)
    assert offers["mcp"].why_not is None
    assert offers["mcp"].detail == "tiny; mcp.bad: bad: Value error, must have one of: command, url"
    assert offers["lsp"].detail.startswith("ruff, ty")
    assert "lsp.bad: command: Field required" in offers["lsp"].detail
    for seated in (Seated(player="x"), Seated(player="x", settings={"tools": []}), Seated(player="x", settings={})):
        box(tmp_path).must_grant(seated)
