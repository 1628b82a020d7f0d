"""The changelog and the page about speed stay short enough to be read, and the changelog is told by reader."""

from __future__ import annotations

import re

import sandtable
from tests.docs.pages import DOCS, text_of

ROOT = DOCS.parent
CHANGELOG = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
READERS = ["Players", "Tinkerers", "Researchers", "Hosts", "Rules"]


def sections() -> dict[str, str]:
    """The text of each version, newest first."""
    parts = re.split(r"^## (.+)$", CHANGELOG, flags=re.MULTILINE)[1:]
    return dict(zip(parts[::2], parts[1::2], strict=True))


def test_what_comes_next_stands_above_this_version() -> None:
    """Unreleased is first, and then the version that is installed."""
    assert list(sections())[:2] == ["Unreleased", sandtable.__version__]


def test_every_version_is_told_by_reader() -> None:
    """A player need not read what a host must know."""
    for version, text in sections().items():
        assert re.findall(r"^### (.+)$", text, flags=re.MULTILINE) == READERS, version


def test_the_first_version_is_told_in_120_lines() -> None:
    """It says what there is, not how it came to be."""
    assert len(sections()["0.1.0"].splitlines()) <= 120


def test_links_of_the_changelog_lead_somewhere() -> None:
    links = re.findall(r"\]\((?!http)([^)#]+)", CHANGELOG)
    assert len(links) > 10
    assert not [link for link in links if not (ROOT / link).exists()]


def test_the_page_about_speed_has_at_most_100_lines() -> None:
    """It is for somebody who makes it faster, not a diary."""
    assert len(text_of("contribute/speed.md").splitlines()) <= 100
