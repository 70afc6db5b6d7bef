"""Real MCP servers: a program over its pipes, and an address."""

import asyncio
import socket
import sys
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
import uvicorn

from moot.debate import InvalidInput
from moot.tools.turn import mcp
from moot.tools.turn.book import NamedMcp, read_tools
from moot.tools.turn.mcp import McpServers
from tests.tools.turn.grounds import used
from tests.tools.turn.server import server as tiny

SERVER = Path(__file__).with_name("server.py")
TINY = NamedMcp(command=(sys.executable, str(SERVER)), pass_env=("MOOT_TEST_SHOWN",))
GONE = NamedMcp(command=("no-such-program-here",))


async def test_a_server_that_is_a_program_offers_its_tools_and_is_gone_with_the_turn():
    servers = McpServers({"MOOT_TEST_SHOWN": "shown", "MOOT_TEST_HIDDEN": "hidden"})
    async with AsyncExitStack() as stack:
        tools, missing = await servers.tools({"tiny": TINY, "gone": GONE}, "critic", stack)
        assert [tool.name for tool in tools] == [
            "tiny_add", "tiny_environment", "tiny_inject", "tiny_fail", "tiny_hang"
        ]  # fmt: skip
        assert tools[0].description == "Adds two numbers. (of the MCP server tiny)"
        assert [each.partition(":")[0] for each in missing] == ["mcp"]
        assert "'gone' cannot be reached" in missing[0]
        assert (await used(tools, "tiny_add", a=2, b=3)).text == "5"
        assert (await used(tools, "tiny_environment", name="MOOT_TEST_SHOWN")).text == "shown"
        assert (await used(tools, "tiny_environment", name="MOOT_TEST_HIDDEN")).text == "(none)"
        assert not (await used(tools, "tiny_add", a="x")).ok
        told = await used(tools, "tiny_fail")
        assert (told.ok, "it is broken" in told.text or "Error executing tool" in told.text) == (False, True)
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.05):
                await used(tools, "tiny_hang")
        assert (await used(tools, "tiny_add", a=1, b=1)).text == "2", "it was used up by the one that hung"
    assert not [task for task in asyncio.all_tasks() if task.get_name().startswith("mcp ")]
    # What it offers is remembered: the second turn starts no server to find out.
    async with AsyncExitStack() as stack:
        again, _ = await servers.tools({"tiny": TINY}, "critic", stack)
        assert len(again) == 5
        # And it is for the roles, and with the tools, that the file says.
        named = TINY.model_copy(update={"tools": ("add",), "roles": ("tester",)})
        assert await servers.tools({"tiny": named}, "critic", stack) == ([], [])
        tools, _ = await servers.tools({"tiny": named}, "tester", stack)
        assert [tool.name for tool in tools] == ["tiny_add"]
        assert not [task for task in asyncio.all_tasks() if task.get_name().startswith("mcp ")]


@pytest.mark.parametrize("command", [("sleep", "1000"), ("yes",)])
async def test_a_server_that_is_silent_or_babbles_is_not_waited_for(
    command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    monkeypatch.setattr(mcp, "_LISTING", 0.1)
    async with asyncio.timeout(60), AsyncExitStack() as stack:
        tools, missing = await McpServers({}).tools({"odd": NamedMcp(command=command)}, "critic", stack)
        assert (tools, missing) == ([], ["mcp: The MCP server 'odd' did not say in time what it offers."])
    assert not [task for task in asyncio.all_tasks() if task.get_name().startswith("mcp ")]
    assert not caplog.records


FILE = """
[mcp.tiny]
command = ["python", "server.py"]
roles = ["critic"]

[mcp.elsewhere]
url = "https://mcp.example/mcp"
key_env = "MCP_KEY"

[mcp.both]
command = ["x"]
url = "http://x"

[mcp.Bad]
command = ["x"]

[lsp.zig]
command = ["zls"]
endings = [".zig"]
answers = ["definition"]

[lsp.none]
command = []
endings = [".x"]
"""


def test_the_tools_file_is_read_and_one_bad_table_spoils_no_other(tmp_path: Path):
    path = tmp_path / "tools.toml"
    assert (read_tools(path).mcp, read_tools(path).lsp) == ({}, ())
    path.write_text(FILE)
    book = read_tools(path)
    assert list(book.mcp) == ["tiny", "elsewhere"]
    assert [(server.name, server.language, server.answers) for server in book.lsp] == [("zig", "zig", ("definition",))]
    assert set(book.faults) == {"mcp.both", "mcp.Bad", "lsp.none"}
    assert "must have one of: command, url" in book.faults["mcp.both"]
    for text, fault in (("[players.x]", "alone"), ("mcp = 3", "alone"), ("[[", "is not TOML")):
        path.write_text(text)
        with pytest.raises(InvalidInput, match=fault):
            read_tools(path)


async def test_a_server_at_an_address_is_used_too(http_server: str):
    named = NamedMcp(url=http_server)
    async with AsyncExitStack() as stack:
        tools, missing = await McpServers({}).tools({"web": named}, "critic", stack)
        assert missing == []
        assert (await used(tools, "web_add", a=20, b=22)).text == "42"
    async with AsyncExitStack() as stack:
        _, missing = await McpServers({}).tools({"web": NamedMcp(url="http://127.0.0.1:9/mcp")}, "critic", stack)
        assert "'web' cannot be reached" in missing[0]


@pytest.fixture
async def http_server() -> AsyncGenerator[str]:
    """The tiny server at an address of this machine."""
    listening = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(tiny.streamable_http_app(), log_level="error", lifespan="on")
    serving = uvicorn.Server(config)
    task = asyncio.create_task(serving.serve(sockets=[listening]))
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}/mcp"
    finally:
        serving.should_exit = True
        await task
        listening.close()
