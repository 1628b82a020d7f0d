"""The line breaks and comes back; moments can be looked at again."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Route, WebSocketRoute
from websockets.sync.client import connect

from ..server.line import Line
from ..server.player import Sitting
from .browser import Make, until
from .conftest import Server


def test_a_killed_server_loses_nothing_and_the_page_goes_on(
    person: Make, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """kill -9 in mid-game: the page says so, comes back by itself, and the game is where it was."""
    server = Server(tmp_path_factory.mktemp("killed")).start()
    try:
        ann = person("Ann", at=server)
        table = ann.open_table(game="surface-combat", seats={"commander": "me"})
        page = ann.sit_down(table["id"])
        assert ann.play(6)["why"] == "enough"
        prompt, lines = page.inner_text(".question h2"), page.inner_text(".log ol")
        server.kill()
        page.wait_for_selector(".lost")
        server.start()
        page.evaluate("document.querySelector('.lost button')?.click()")  # unless it has come back by itself
        page.wait_for_selector(".lost", state="detached")
        assert page.inner_text(".question h2") == prompt
        assert page.inner_text(".log ol") == lines
        assert ann.play(2)["why"] == "enough"
        ann.watch.forget("WebSocket|net::ERR_|Failed to fetch")
        assert ann.wrong() == []
    finally:
        server.stop()


def test_the_page_notices_a_line_that_is_dead_without_being_broken(person: Make, server: Server) -> None:
    """Issue "a server that one guest cannot stop", 7: it misses a pong, says so, comes back and shows what happened."""
    with Line(server.port) as line:
        ann = person("Ann", base=f"http://127.0.0.1:{line.port}")
        ann.page.clock.install()
        table = ann.open_table(game="surface-combat", seats={"commander": "me"})
        page = ann.sit_down(table["id"])
        page.wait_for_selector("main.table[data-turn=mine]")
        page.clock.pause_at(page.evaluate("Date.now()") + 30_000)  # it would not go back on a busy machine
        line.swallow()
        address = f"{server.base.replace('http', 'ws', 1)}/ws/t/{table['id']}?seat=commander"
        cookie = "; ".join(f"{it['name']}={it['value']}" for it in ann.context.cookies())
        with Sitting(connect(address, additional_headers={"Cookie": cookie}, max_size=None)) as other:
            while other.look()["waiting"] is None:
                pass
            for _ in range(3):
                other.answer(other.keys[0])
            prompt, lines = other.state["question"]["prompt"], len(other.log)
        seconds = 0
        while page.query_selector(".lost") is None:
            page.clock.run_for(1000)
            seconds += 1
            assert seconds <= 26, "a dead line is not noticed"
        assert "reconnecting" in page.inner_text(".lost")
        page.clock.resume()
        page.wait_for_selector(".lost", state="detached")
        assert page.inner_text(".question h2") == prompt
        assert page.locator(".log ol > li").count() >= lines > 3
        assert ann.wrong() == []
        ann.watch.forget("WebSocket|net::ERR_")  # the line ends before the page does


def test_the_page_says_that_the_server_is_trying_again(person: Make) -> None:
    """The database is away, while the page is opened and while somebody plays: no word of a lost game, and no reload."""
    ann = person("Ann")
    table = ann.open_table(game="surface-combat", seats={"commander": "me"})
    why = "The server cannot reach its database just now; trying again."
    sockets: list[WebSocketRoute] = []
    states: list[str | bytes] = []
    tries = 0

    def refuse_once(route: Route) -> None:
        nonlocal tries
        tries += 1
        if tries == 1:
            route.fulfill(status=503, json={"error": why, "code": "away"})
        else:
            route.continue_()

    def listen(socket: WebSocketRoute) -> None:
        def pass_on(frame: str | bytes) -> None:
            if json.loads(frame)["t"] == "state":
                states.append(frame)
            socket.send(frame)

        sockets.append(socket)
        socket.connect_to_server().on_message(pass_on)

    ann.page.route(f"**/api/tables/{table['id']}", refuse_once)
    ann.page.route_web_socket("**/ws/t/*", listen)
    page = ann.visit(f"/t/{table['id']}")
    page.wait_for_selector(f"[role=alert]:has-text({json.dumps(why)})")
    page.wait_for_selector("main.table[data-turn=mine]")
    sockets[-1].send(json.dumps({"t": "away", "why": why}))
    page.wait_for_selector(f".lost:has-text({json.dumps(why)})")
    sockets[-1].send(states[-1])
    page.wait_for_selector(".lost", state="detached")
    ann.watch.forget("503")


def test_a_table_that_cannot_be_opened_says_why(person: Make) -> None:
    ann = person("Ann")
    table = ann.open_table(game="surface-combat", seats={"commander": "me"})
    why = "This table cannot be opened: the game 'surface-combat' is not installed on this server."
    told = {**table, "problem": why}
    ann.page.route(f"**/api/tables/{table['id']}", lambda route: route.fulfill(json=told))
    page = ann.visit(f"/t/{table['id']}")
    page.wait_for_selector("[role=alert]")
    assert page.inner_text("[role=alert]") == why


def test_a_replay_steps_jumps_and_links(person: Make) -> None:
    """Back to the first moment, on by a key, and a link that opens at the same moment."""
    ann = person("Ann")
    table = ann.open_table(game="surface-combat", seats={"commander": "me"})
    page = ann.sit_down(table["id"])
    ann.play(6)
    page.click("[aria-label=Replay]")
    page.wait_for_selector(".replay .count")
    page.wait_for_selector(".thing.lit", state="detached")
    page.click("[aria-label='First moment']")
    until(page, "document.querySelector('.replay .count').innerText.startsWith('1/')")
    for _ in range(2):
        page.keyboard.press("ArrowRight")  # the second one does not wait for what the first one fetches
    until(page, "document.querySelector('.replay .count').innerText.startsWith('3/')")
    page.keyboard.press("ArrowLeft")
    until(page, "document.querySelector('.replay .count').innerText.startsWith('2/')")
    what = page.inner_text(".replay .what")
    page.click("text=Back to the game")
    page.wait_for_selector("main.table[data-turn=mine]")
    steps = ann.api("GET", f"/api/tables/{table['id']}/replay?seat=commander")["steps"]
    page = ann.visit(f"/t/{table['id']}?at={steps[1]['n']}&seat=commander")
    page.wait_for_selector(".replay")
    until(page, "old => document.querySelector('.replay .what').innerText === old", what)


def test_a_page_from_before_an_upgrade_loads_the_new_one(person: Make) -> None:
    """Parts of the page come when they are needed, as the ending does. After an upgrade of the server the old ones are gone."""
    ann = person("Ann")
    table = ann.open_table(game="surface-combat", seats={"commander": "me"})
    page = ann.sit_down(table["id"])
    page.wait_for_selector("main.table[data-turn=mine]")
    asked: list[str] = []

    def gone_once(route: Route) -> None:
        asked.append(route.request.url)
        if len(asked) == 1:
            route.fulfill(status=404)
        else:
            route.continue_()

    page.route("**/assets/EndingPanel*.js", gone_once)
    ann.watch.forget("404|EndingPanel|dynamically imported")
    ann.api("POST", f"/api/tables/{table['id']}/resign", {})
    page.wait_for_selector("section.end")
    assert len(asked) == 2
