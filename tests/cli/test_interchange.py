"""Copies in every form, debates brought in, and the whole house as a backup, from the command line."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from moot.cli import importing
from moot.cli.export import KINDS
from moot.cli.inside import printing
from moot.cli.texts import NAMED
from moot.desk import importing as desk_importing
from tests.cli.shell import Shell
from tests.cli.test_serving import served
from tests.client.scripted import Reply, ScriptedServer

CHAT = {"messages": [{"role": "user", "content": "Tabs?"}, {"role": "assistant", "content": "Yes."}]}


@pytest.fixture
def chat(tmp_path: Path) -> str:
    path = tmp_path / "chat.json"
    path.write_text(json.dumps(CHAT))
    return str(path)


def test_a_house_is_filled_copied_backed_up_and_made_again_without_a_server(aw: Shell, chat: str):
    brought = aw("import", chat).data["imported"][0]
    assert (brought["form"], brought["title"], brought["repeated"]) == ("chat", "chat.json", False)
    debate = brought["debate_id"]
    assert aw("import", chat, "--field", "imported.0.repeated").out.strip() == "true"

    folder = aw.home / "copies"
    folder.mkdir()
    with served(aw, "--port", "0") as url:
        aw.set(DEBATE_SERVER_URL=url)
        for kind in KINDS:
            if kind != "pdf":
                told = aw("export", debate, "--as", kind, "--out", str(folder / kind)).data
                assert told["bytes"] == (folder / kind).stat().st_size > 0
        assert aw("import", chat).data["imported"][0]["repeated"]
        # While the server runs: a backup holds up nobody.
        backup = aw("export", "--all", "--out", str(aw.home / "house.tar.gz")).data
    aw.patch.delenv("DEBATE_SERVER_URL")
    aw.environment.pop("DEBATE_SERVER_URL")
    assert (backup["debates"], backup["path"]) == (1, str(aw.home / "house.tar.gz"))
    assert json.loads((folder / "openai").read_text()) == CHAT

    new = str(aw.home / "new.db")
    restored = aw("import", str(aw.home / "house.tar.gz"), "--database", new).data
    assert (restored["debates"], restored["rows"]) == (backup["debates"], backup["rows"])
    assert aw("verify", "--all", "--database", new).data["sound"] == 1
    assert aw("import", str(aw.home / "house.tar.gz"), "--database", new).error["code"] == "HOUSE_NOT_EMPTY"
    record = aw("import", str(folder / "jsonl"), "--database", str(aw.home / "other.db")).data["imported"][0]
    assert (record["form"], record["debate_id"]) == ("record", debate)


def test_what_does_not_fit_together_is_told_before_anything_is_done(aw: Shell, chat: str):
    backup = aw.home / "folder"
    backup.mkdir()
    for wrong in (
        ["export"],
        ["export", "d", "--all"],
        ["export", "--all"],
        ["import"],
        ["import", chat, str(backup)],
    ):
        assert aw(*wrong).code == 2
    assert aw("export", "--all", "--out", "x", "--database", str(aw.home / "none.db")).error["code"] == "INVALID_INPUT"
    assert aw("import", str(backup)).error["code"] == "BACKUP_UNFIT"
    missing = aw("import", str(aw.home / "nothing.jsonl")).error
    assert (missing["code"], missing["suggestion"]) == ("INVALID_INPUT", NAMED)


def test_a_huge_file_is_refused_before_it_is_read(aw: Shell, chat: str):
    huge = aw.home / "huge.jsonl"
    with huge.open("wb") as file:
        file.truncate(importing.LARGEST + 1)
    error = aw("import", chat, str(huge)).error
    assert (error["code"], "at most" in error["message"]) == ("INVALID_INPUT", True)
    assert importing.LARGEST == desk_importing.LARGEST


def test_a_pdf_is_refused_with_what_to_bring_instead(aw: Shell):
    (aw.home / "d.pdf").write_bytes(b"%PDF-1.4\n%\xd3\xeb")
    error = aw("import", str(aw.home / "d.pdf")).error
    assert (error["code"], "--as jsonl" in error["suggestion"]) == ("INVALID_INPUT", True)


def test_of_several_files_those_before_a_bad_one_are_kept_and_named(aw: Shell, chat: str):
    bad = aw.home / "bad.md"
    bad.write_text("# A transcript\n")
    error = aw("import", chat, str(bad), chat).error
    assert (error["code"], error["file"]) == ("INVALID_INPUT", str(bad))
    assert [each["form"] for each in error["imported"]] == ["chat"]
    assert "nothing in it that somebody said" in error["message"]


PAGE = b"<!doctype html><title>T</title><h1>Tabs or spaces</h1><p>A debate that was printed.</p>"


def export_pdf(aw: Shell, out: Path) -> Any:
    with ScriptedServer(Reply(PAGE)) as server:
        aw.set(DEBATE_SERVER_URL=server.url)
        return aw("export", "d", "--as", "pdf", "--out", str(out))


@pytest.mark.browser
def test_a_pdf_is_printed_by_a_real_browser(aw: Shell, chromium: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(printing, "_candidates", lambda: iter([chromium]))
    told = export_pdf(aw, tmp_path / "debate.pdf").data
    pdf = (tmp_path / "debate.pdf").read_bytes()
    assert (pdf[:5], len(pdf)) == (b"%PDF-", told["bytes"])


def test_without_a_browser_a_pdf_is_refused_with_a_way_out(aw: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(printing, "_APPS", ())
    error = export_pdf(aw, tmp_path / "debate.pdf").error
    assert error["code"] == "NO_BROWSER"
    assert "html" in error["suggestion"]
    browser = tmp_path / "chromium"
    browser.write_text("#!/bin/sh\necho no display >&2\nexit 1\n")
    os.chmod(browser, 0o700)
    error = export_pdf(aw, tmp_path / "debate.pdf").error
    assert "no display" in error["message"]
    assert not (tmp_path / "debate.pdf").exists()
