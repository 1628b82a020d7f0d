"""What a failed browser test leaves behind, shown with one that fails."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests import services
from tests.test_conftest import ROOT, pytest_on, results

FAILURES = ROOT / ".failures"

BROKEN_PAGE = """
def test_a_page_that_is_not_as_it_should_be(person):
    ann = person("Ann")
    page = ann.sit_down(ann.open_table(game="surface-combat", seats={"commander": "me"})["id"])
    ann.play(1, board=False)
    page.evaluate("() => console.log('the last words')")
    assert page.title() == "something else"
"""


def test_a_browser_test_that_fails_leaves_what_explains_it(tmp_path: Path) -> None:
    """A picture, the page's log, the server's log and the table's journal, in a folder named after the test."""
    services.need("chromium-headless-shell")
    folder = FAILURES / "test_a_page_that_is_not_as_it_should_be"
    said = pytest_on(tmp_path, BROKEN_PAGE, "tests.web.conftest")
    try:
        assert results(said) == {"FAILED": {folder.name}}, said
        assert (folder / "person-1.png").read_bytes().startswith(b"\x89PNG")
        log = (folder / "person-1.log").read_text()
        (journal,) = folder.glob("*.journal")
        assert f"/t/{journal.stem}" in log
        assert "log: the last words" in log
        assert 'sent: {"t":"answer"' in log
        assert '"game":"surface-combat"' in journal.read_text().partition("\n")[0]
        assert '"t":"answer"' in journal.read_text()
        (server,) = folder.glob("server-*.log")
        assert server.read_text().startswith("Sandtable is at ")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
