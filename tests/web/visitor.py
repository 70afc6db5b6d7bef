"""Somebody with a browser that runs no scripts: gets pages, fills in the forms on them, sends them."""

from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

import httpx2
from typing_extensions import override


@dataclass
class Element:
    """A tag with its attributes."""

    tag: str
    attributes: dict[str, str]


@dataclass
class Form:
    """A form with what stands in it."""

    action: str
    fields: dict[str, str] = field(default_factory=dict[str, str])


class Read(HTMLParser):
    """A page as a parser sees it: elements, forms, and text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[Element] = []
        self.forms: list[Form] = []
        self.text = ""
        self._area: str | None = None
        self.feed(html)

    @override
    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        self.elements.append(Element(tag, attributes))
        name = attributes.get("name")
        if tag == "form" and "post" in attributes.get("method", ""):
            self.forms.append(Form(attributes["action"]))
        elif tag == "input" and name and attributes.get("type") == "hidden" and "disabled" not in attributes:
            if self.forms:
                self.forms[-1].fields[name] = attributes.get("value", "")
        elif tag == "textarea" and name and self.forms:
            self._area = name
            self.forms[-1].fields[name] = ""

    @override
    def handle_endtag(self, tag: str) -> None:
        if tag == "textarea":
            self._area = None

    @override
    def handle_data(self, data: str) -> None:
        self.text += data
        if self._area is not None:
            self.forms[-1].fields[self._area] += data

    def all(self, tag: str) -> list[dict[str, str]]:
        """The attributes of every such tag."""
        return [element.attributes for element in self.elements if element.tag == tag]


@dataclass
class Visitor:
    """A browser without scripts."""

    http: httpx2.AsyncClient

    async def get(self, path: str, **query: Any) -> Read:
        """A page that must be there."""
        answer = await self.http.get(path, params=query or None)
        assert answer.status_code == 200, answer.text
        return Read(answer.text)

    async def form(self, path: str) -> Form:
        """The last form of a page: the one that acts."""
        return (await self.get(path)).forms[-1]

    async def send(self, form: Form, **fields: str) -> httpx2.Response:
        """Sends a form, with these fields filled in."""
        return await self.http.post(form.action, data={**form.fields, **fields})
