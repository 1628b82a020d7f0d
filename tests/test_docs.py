"""The examples in the documentation run and print what the page says."""

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = [
    page
    for page in sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])
    if page.exists() and ">>>" in page.read_text(encoding="utf-8")
]


def without_fences(text: str) -> str:
    """Blank out the ``` lines: doctest would take the closing one for printed output."""
    return re.sub(r"^[ \t]*```.*$", "", text, flags=re.MULTILINE)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_examples_on_the_page(page: Path) -> None:
    name = str(page.relative_to(ROOT))
    text = without_fences(page.read_text(encoding="utf-8"))
    examples = doctest.DocTestParser().get_doctest(text, {"__name__": "__main__"}, name, str(page), 0)
    report: list[str] = []
    doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS).run(examples, out=report.append)
    assert not report, "".join(report)


def test_fences_do_not_count_as_output() -> None:
    text = "A page.\n\n```pycon\n>>> 1 + 1\n2\n```\n"
    assert without_fences(text).splitlines() == ["A page.", "", "", ">>> 1 + 1", "2", ""]
