"""Pages of the repository that lie beside docs/, and what they are called on the site."""

from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
BESIDE: Mapping[str, str] = {
    "README.md": "project/readme.md",
    "ARCHITECTURE.md": "project/architecture.md",
    "CONTRIBUTING.md": "project/contributing.md",
    "AGENTS.md": "project/agents.md",
    "CHANGELOG.md": "project/changelog.md",
    "benchmarks/README.md": "project/benchmarks.md",
    "challenges/README.md": "project/challenges.md",
}
"""By their place in the repository."""
FILES = "project/files"
"""Where copies of what is no page are."""


def place_in_repository(src_uri: str) -> str:
    """Where a page of the site lies in the repository."""
    for repository, site in BESIDE.items():
        if site == src_uri:
            return repository
    return f"docs/{src_uri}"


def place_on_site(repository: str) -> str:
    """Where a file of the repository is found on the site, whether it is there or not."""
    if repository in BESIDE:
        return BESIDE[repository]
    if repository.startswith("docs/"):
        return repository.removeprefix("docs/")
    return f"{FILES}/{repository}"
