"""Every door answers under the same headers, and nothing that somebody wrote comes back as a page of ours that runs."""

import re
from uuid import uuid4

import pytest

from moot.http.guard import HEADERS
from moot.mcp import PATH
from tests.support.house import Inside, Table, said
from tests.support.houses import TOKEN, guarded

__all__ = ["guarded"]
HOSTILE = "</style></script><script>alert(1)</script><img src=x onerror=alert(1)> [x](javascript:alert(1))"


async def test_every_door_answers_under_the_same_headers(guarded: Inside):
    table = await Table(guarded.http, str(uuid4())).opened()
    link = said(await guarded.http.post(f"{table.path}/links", json={}))["link"]
    asked = [("POST", PATH), ("GET", PATH), ("GET", link), ("GET", "/shared/read.x"), ("GET", f"{table.path}/export")]
    asked += [("GET", f"{table.path}/audit?format=html"), ("GET", f"/debates/{table.debate}"), ("GET", "/sign-in")]
    for method, path in asked:
        answer = await guarded.http.request(method, path, json={} if method == "POST" else None)
        assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS, path


@pytest.mark.parametrize("path", ["export?format=html", "audit?format=html", "export?format=markdown", "export"])
async def test_a_copy_is_a_file_to_keep_and_never_a_page_of_this_house(guarded: Inside, path: str):
    table = await Table(guarded.http, str(uuid4())).opened()
    said(await table.claim("opponent", HOSTILE))
    answer = await guarded.http.get(f"{table.path}/{path}")
    assert answer.headers["content-disposition"].startswith("attachment;")
    assert answer.headers["x-content-type-options"] == "nosniff"
    if "html" in path:
        assert not any(live in answer.text for live in ("<script>alert", "<img src=x", 'href="javascript:'))


async def test_no_page_has_a_script_or_a_style_within_it(guarded: Inside):
    table = await Table(guarded.http, str(uuid4())).opened()
    said(await table.claim("opponent", HOSTILE))
    async with guarded.caller(Cookie=f"moot_session={TOKEN}", Accept="text/html") as browser:
        for path in ("/", f"/debates/{table.debate}", f"/debates/{table.debate}/share", "/sign-in", "/nothing"):
            page = (await browser.get(path)).text
            assert re.search(r"<script(?![^>]*\ssrc=)", page) is None, path
            assert re.search(r"<style|\sstyle=|\son[a-z]+=[\"']|href=[\"']javascript:", page) is None, path
