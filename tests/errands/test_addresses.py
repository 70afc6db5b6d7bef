import socket
from collections.abc import Sequence

import pytest

from moot.commons.addresses import fit_url
from moot.debate import InvalidInput
from moot.errands import Reach, Unreached, is_public
from tests.errands.receiver import receiving

pytestmark = pytest.mark.anyio

PUBLIC = ["8.8.8.8", "93.184.215.14", "2606:4700:4700::1111", "64:ff9b::808:808", "2002:808:808::1"]
NOT_PUBLIC = {
    "loopback": "127.0.0.1",
    "loopback, another": "127.8.9.1",
    "this network": "0.0.0.0",
    "private ten": "10.1.2.3",
    "private 172": "172.16.0.1",
    "private 192": "192.168.1.1",
    "link-local, where clouds keep secrets": "169.254.169.254",
    "shared by carriers": "100.64.0.1",
    "documentation": "192.0.2.1",
    "benchmarks": "198.18.0.1",
    "multicast": "224.0.0.251",
    "multicast, global": "239.255.255.250",
    "reserved": "240.0.0.1",
    "broadcast": "255.255.255.255",
    "loopback six": "::1",
    "unspecified six": "::",
    "link-local six": "fe80::1",
    "link-local six with a scope": "fe80::1%eth0",
    "unique local": "fd00::1",
    "site-local": "fec0::1",
    "multicast six": "ff02::1",
    "documentation six": "2001:db8::1",
    "mapped loopback": "::ffff:127.0.0.1",
    "mapped private": "::ffff:10.0.0.1",
    "compatible loopback": "::7f00:1",
    "6to4 of private": "2002:a00:1::1",
    "translated loopback": "64:ff9b::7f00:1",
    "translated locally": "64:ff9b:1::1",
    "teredo": "2001:0:4136:e378:8000:63bf:3fff:fdd2",
    "no address": "localhost",
}


@pytest.mark.parametrize("address", PUBLIC)
def test_addresses_of_the_open_internet_may_be_called(address: str):
    assert is_public(address)


@pytest.mark.parametrize("address", NOT_PUBLIC.values(), ids=NOT_PUBLIC.keys())
def test_other_addresses_may_not(address: str):
    assert not is_public(address)


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "[::1]", "localhost", "2130706433", "0x7f.1", "0177.0.0.1", "127.1", "[::ffff:127.0.0.1]"]
)
async def test_however_this_machine_is_written_nothing_is_sent_to_it(host: str):
    async with receiving() as receiver:
        with pytest.raises(Unreached, match="address"):
            await Reach().post(f"http://{host}:{receiver.port}/", b"{}", {})
        assert receiver.got == []


async def test_one_address_that_is_not_public_among_others_is_enough_to_refuse():
    async def both(host: str, port: int) -> Sequence[str]:
        return ["8.8.8.8", "127.0.0.1"]

    with pytest.raises(Unreached, match="not public"):
        await Reach(resolve=both).post("http://mixed.example/", b"{}", {})


async def test_a_name_is_looked_up_once_and_the_address_found_is_the_one_called():
    asked: list[tuple[str, int]] = []

    async def turning(host: str, port: int) -> Sequence[str]:
        """What rebinding does: another answer each time."""
        asked.append((host, port))
        return [f"127.0.0.{len(asked)}"]

    async with receiving() as receiver:
        url = f"http://hooks.example:{receiver.port}/in?x=1"
        assert await Reach(private=True, resolve=turning).post(url, b"{}", {}) == 200
        assert asked == [("hooks.example", receiver.port)]
        (got,) = receiver.got
        assert got.headers["host"] == f"hooks.example:{receiver.port}"
        assert got.path == "/in?x=1"


async def test_where_one_address_does_not_answer_the_next_is_tried():
    async def two(host: str, port: int) -> Sequence[str]:
        return ["127.0.0.2", "127.0.0.1"]

    async with receiving() as receiver:
        assert await Reach(private=True, resolve=two).post(f"http://two.example:{receiver.port}/", b"{}", {}) == 200
        assert len(receiver.got) == 1


async def test_a_redirect_is_told_and_not_followed():
    async with receiving(302) as receiver:
        assert await Reach(private=True).post(receiver.url, b"{}", {}) == 302
        assert len(receiver.got) == 1


async def test_who_says_nothing_is_given_up_within_the_time():
    async with receiving("silence") as receiver:
        with pytest.raises(Unreached, match="no answer within"):
            await Reach(private=True, seconds=0.05).post(receiver.url, b"{}", {})


async def test_who_breaks_off_or_is_not_there_or_has_no_address_is_not_reached():
    async def nowhere(host: str, port: int) -> Sequence[str]:
        raise socket.gaierror("Name or service not known")

    async def nothing(host: str, port: int) -> Sequence[str]:
        return []

    async with receiving("close") as receiver:
        with pytest.raises(Unreached, match="broke off"):
            await Reach(private=True).post(receiver.url, b"{}", {})
    with pytest.raises(Unreached, match="connected"):
        await Reach(private=True).post(receiver.url, b"{}", {})
    for resolve in (nowhere, nothing):
        with pytest.raises(Unreached, match="no address"):
            await Reach(resolve=resolve).post("http://gone.example/", b"{}", {})
    with pytest.raises(Unreached, match="no address"):
        await Reach().post(f"http://{'a' * 70}.example/", b"{}", {})


@pytest.mark.parametrize(
    "url", ["http://agent.example", "https://agent.example:8443/a/b?c=d", "http://[2606:4700::1]/"]
)
def test_addresses_that_bodies_can_be_posted_to_are_taken(url: str):
    assert fit_url(f" {url} ") == url


@pytest.mark.parametrize(
    "url",
    {
        "no scheme": "agent.example/hooks",
        "a file": "file:///etc/passwd",
        "gopher": "gopher://agent.example",
        "no host": "https:///hooks",
        "credentials": "https://user:secret@agent.example/",
        "a blank": "https://agent.example/a b",
        "a line end": "https://agent.example/\r\nHost: other",
        "a backslash": "https://agent.example\\@other.example/",
        "other letters": "https://ägent.example/",
        "no port": "https://agent.example:port/",
        "a port too far": "https://agent.example:70000/",
        "no bracket": "https://[::1/",
        "too long": "https://agent.example/" + "a" * 2000,
        "nul": "https://agent.example/\x00",
    }.items(),
    ids=lambda pair: pair[0],
)
def test_what_is_no_such_address_is_refused(url: tuple[str, str]):
    with pytest.raises(InvalidInput):
        fit_url(url[1])
