"""Pictures of debates for places that show no pages: a title, what kind of debate it is, and where it stands."""

from moot.web.previews.picture import Preview, picture, wrapped
from moot.web.previews.sheet import HEIGHT, WIDTH

__all__ = ["HEIGHT", "WIDTH", "Preview", "picture", "wrapped"]
