"""The pictures of pages that the docs show: taken on the walks that the browser tests walk.

`make pictures` takes them anew. Each is kept with a digest of what it was drawn from, so that a test can tell a stale
one without drawing anything.
"""

from scripts.screens.shots import INDEX, PICTURES, SHOTS, Shot, digest, stale

__all__ = ["INDEX", "PICTURES", "SHOTS", "Shot", "digest", "stale"]
