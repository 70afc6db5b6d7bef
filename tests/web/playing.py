"""Plays, put on in a house through its REST door."""

import httpx2

from tests.support.house import API, said
from tests.web.plays import Act, Play


async def put_on(http: httpx2.AsyncClient, play: Play) -> str:
    """Opens the debate of a play and makes its moves; the debate's id."""
    debate = said(await http.post(f"{API}/formats/{play.format}/debates", json=play.opening))["debate_id"]
    await go_on(http, debate, *play.acts)
    return debate


async def go_on(http: httpx2.AsyncClient, debate: str, *acts: Act) -> None:
    """Makes further moves."""
    for act in acts:
        said(await http.post(f"{API}/debates/{debate}/moves", json=act._asdict()))
