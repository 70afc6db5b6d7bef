"""The page on which a person says who they are. Nobody should mistake it for X."""

from collections.abc import Mapping
from html import escape

_ASKED = (
    "response_type",
    "client_id",
    "redirect_uri",
    "scope",
    "state",
    "code_challenge",
    "code_challenge_method",
)
_PEOPLE = ("ada_lovelace", "socrates_of_athens", "hypatia_alex")
_STYLE = (
    "body{font:17px/1.5 system-ui,sans-serif;max-width:30rem;margin:10vh auto;padding:0 1rem;color-scheme:light dark}"
    "button,input{font:inherit;padding:.5rem .8rem}form p{display:flex;gap:.5rem;flex-wrap:wrap}.warn{font-weight:600}"
)


def consent(asked: Mapping[str, str], problem: str | None = None) -> str:
    """The page; without what was asked it only says what is wrong."""
    wrong = "" if problem is None else f'<p role="alert" class="warn">{escape(problem)}</p>'
    form = _form(asked) if asked else ""
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Stand-in for X</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{_STYLE}</style><main><h1>Stand-in for X</h1>"
        "<p>This is not X. It plays X on this machine, and believes whoever you say you are.</p>"
        f"{wrong}{form}</main></html>"
    )


def _form(asked: Mapping[str, str]) -> str:
    hidden = "".join(f'<input type="hidden" name="{name}" value="{escape(asked.get(name, ""))}">' for name in _ASKED)
    people = "".join(f'<option value="{name}">' for name in _PEOPLE)
    return (
        f'<form method="post" action="/i/oauth2/authorize">{hidden}<p><label>Your X handle '
        '<input name="handle" list="people" autofocus autocomplete="off" maxlength="16"></label>'
        f'<datalist id="people">{people}</datalist></p>'
        '<p><button type="submit">Authorize</button><button type="submit" name="deny" value="1">Cancel</button></p>'
        "</form>"
    )
