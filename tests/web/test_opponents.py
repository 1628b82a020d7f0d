"""Opponents as people: chosen by their portraits, met at the table, asked for a hint and for their reasons."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest

from sandtable.bots.levels import STRENGTHS_FILE, Neighbours, Strengths
from sandtable.engine.value import FORMAT, ValueFile

from .browser import PHONE, Make, push, serious, until
from .conftest import SOURCES, Server

#: Connect four with tactics, a value and figures that were made for these tests.
WITS = '''
"""Wits: Connect four, in which the middle column is everything, and the tactics do not know it."""

from pathlib import Path

from benchmarks.connect_four import STEP, ConnectFour


class Wits(ConnectFour):
    """Whoever has the middle column wins, as a tree says."""

    key, title = "wits", "Wits"
    feature_names, feature_words = ("middle", "moves"), {"middle": "discs in the middle column"}
    value_file = Path(__file__).parent / "value.json"

    def features(self, s):
        return [[(discs >> 3 * STEP & 63).bit_count(), s.moves] for discs in s.discs]

    def moment(self, s):
        return s.moves

    def policy(self, run, rng):
        return run.values[0]


GAMES = [Wits()]
'''


@pytest.fixture(scope="module")
def wits(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with a game whose four levels were measured, as far as this test says so."""
    folder = tmp_path_factory.mktemp("wits")
    (folder / "wits.py").write_text(WITS)
    trees = [[0, 0.5, -1.0, 0.5], [0, 1.5, 0.0, 0.5]]
    value = ValueFile(FORMAT, "wits", 1, "", ("middle", "moves"), {}, (), 1.0, 0.0, trees)
    (folder / "value.json").write_bytes(msgspec.json.encode(value))
    pairs = tuple(Neighbours(n, 400, 0.62, 0.5, 0.05, 0.15, 85, 0.3) for n in (2, 3, 4))
    (folder / STRENGTHS_FILE).write_bytes(msgspec.json.encode(Strengths("wits", 1, "", "", 400, pairs)))
    server = Server(tmp_path_factory.mktemp("data"))
    server.settings |= {"SANDTABLE_GAMES": str(folder / "wits.py"), "PYTHONPATH": SOURCES}
    server.start()
    yield server
    server.stop()


@pytest.mark.parametrize("size", [None, PHONE], ids=["desktop", "phone"])
def test_a_captain_is_chosen_met_and_asked(person: Make, wits: Server, size: tuple[int, int] | None) -> None:
    """Four portraits in the form, the figure beside the one that was chosen, a hint with numbers, and reasons at the table."""
    ann = person("Ann", at=wits) if size is None else person("Ann", at=wits, size=size)
    page = ann.visit()
    push(page, "[data-new=wits]")
    page.wait_for_selector("dialog[open] [data-fill]")
    assert page.locator("[data-fill]").all_inner_texts() == ["Recruit", "Veteran", "Captain", "Marshal"]
    faces = "list => list.map((it) => it.dataset.face)"
    assert page.eval_on_selector_all("[data-fill] svg", faces) == ["recruit", "veteran", "captain", "marshal"]
    page.click("[data-fill='bot:level:3']")
    assert page.get_attribute("[data-fill='bot:level:3']", "aria-pressed") == "true"
    assert page.input_value("[name=seat-yellow]") == "bot:level:3"
    card = page.inner_text("[data-bot=Captain]")
    assert "Thinks every order through before giving it." in card
    assert "Scores 62% where the Veteran scores 50% (400 games); answers within 0.3 s." in card
    assert serious(page) == []
    assert page.locator("dialog button[type=submit]").bounding_box()["y"] < page.viewport_size["height"]  # type: ignore[index]
    page.click("dialog button[type=submit]")
    page.wait_for_selector("main.table[data-turn=mine]")
    page.keyboard.press("h")
    page.wait_for_selector(".hint")
    hint = " ".join(page.inner_text(".hint").split())
    assert hint.startswith("Captain would choose: Drop in column 4 Wins ")
    assert "Second best: Drop in column " in hint
    assert hint.endswith("Discs in the middle column: 1 instead of 0.")
    assert page.locator(".hint svg[data-face=captain]").count() == 1
    assert page.get_attribute(".option.hinted", "data-key") == "drop:4"
    n = page.get_attribute("main.table", "data-n")
    page.click("[data-key='drop:1']")
    until(
        page,
        "n => Number(document.querySelector('main.table[data-turn=mine]')?.dataset.n ?? 0) > Number(n)",
        n,
    )
    page.click("[role=tab]:has-text('Seats')")
    page.click("[data-person=yellow]")
    page.wait_for_selector("[data-thoughts=yellow] [data-bot=Captain] >> text=400 games")
    page.click("[data-why]")
    page.wait_for_selector(".thought")
    thought = " ".join(page.inner_text(".thought").split())
    assert "“Which column?” Drop in column 4" in thought
    assert "Discs in the middle column: 1 instead of 0" in thought
    assert serious(page) == []
    assert page.locator("[data-earlier]").count() == 0, "it was its first answer"


def test_a_seat_keeps_a_bot_that_is_no_longer_offered(person: Make, wits: Server) -> None:
    """An older table may have a bot that nobody can choose today: the waiting room names it."""
    ann = person("Ann", at=wits)
    seats = {"red": "me", "blue": "bot:random", "green": "link", "yellow": "bot:level:3"}
    table = ann.open_table(game="rogue-trooper", seats=seats, begins="ready")
    page = ann.visit(f"/t/{table['id']}")
    page.wait_for_selector("[name=bot-blue]")
    assert page.eval_on_selector("[name=bot-blue]", "it => it.selectedOptions[0].innerText") == "Random"
    page.wait_for_selector("li:has-text('Yellow') svg[data-face=captain]")
    page.select_option("[name=bot-blue]", "bot:house")
    page.wait_for_selector("li:has-text('Blue') svg[data-face=veteran]")
    page.wait_for_selector("[data-bot=Veteran] >> text=Has fought this war before")
