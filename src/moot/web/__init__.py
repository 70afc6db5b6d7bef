"""The web entrance: pages for people, drawn on the server, live in the browser."""

from moot.web.errors import error_page
from moot.web.pages import pages, static

__all__ = ["error_page", "pages", "static"]
