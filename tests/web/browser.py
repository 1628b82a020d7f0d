"""A browser at the table: pages that note every error, and a scripted player that clicks what is lit."""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Response, WebSocket

from tests.services import BROWSERS

WEB = Path(__file__).parents[2] / "web"
AXE = WEB / "node_modules" / "axe-core" / "axe.min.js"
DESKTOP, TABLET, PHONE = (1440, 900), (820, 1180), (400, 860)

#: Clicks what is lit, again and again, from inside the page: on the board where it can, in the list where it must.
#: It stops at the end of the game, after `most` clicks, in turn number `turn`, or when nothing has changed for a while.
PLAYER = """
async ({most, turn, seed, board, patience}) => {
  let x = seed >>> 0;
  const rand = (n) => ((x = (Math.imul(x, 1664525) + 1013904223) >>> 0) / 2 ** 32 * n) | 0;
  const any = (list) => list[rand(list.length)];
  const visible = (el) => el.getClientRects().length > 0;
  const clicks = {board: 0, list: 0, curtain: 0};
  const frame = () => new Promise((done) => setTimeout(done, 4));
  const state = () => document.querySelector('main.table')?.dataset.n ?? '';
  const over = () => document.querySelector('main.table')?.dataset.over === 'yes';
  const enough = () => Number(document.querySelector('main.table')?.dataset.at ?? 0) >= turn;
  const waits = async (until) => {
    const end = performance.now() + patience;
    while (!until()) {
      if (performance.now() > end) return false;
      await frame();
    }
    return true;
  };
  const stuck = (why) => ({
    ...clicks, why, n: state(), turn: document.querySelector('main.table')?.dataset.turn,
    text: [...document.querySelectorAll('.question, .error, .lost')].map((it) => it.innerText),
  });
  // Where several answers are gathered, one button sends them.
  const gathers = () => document.querySelector('.gather');
  const gathered = async () => {
    await frame();
    // Some questions need more than one.
    while (document.querySelector('.gather [data-send]:disabled')) {
      const more = document.querySelector('.gather [data-key][aria-pressed=false]:not(:disabled)');
      if (!more) break;
      more.click();
      await frame();
    }
    document.querySelector('.gather [data-send]')?.click();
  };
  const total = () => clicks.board + clicks.list;
  while (total() < most) {
    const ready = await waits(() =>
      over() || enough() || document.querySelector('.curtain button') || document.querySelector('main.table[data-turn=mine] .question [data-key]:not(:disabled)'));
    if (!ready) return stuck('nothing to click');
    if (over()) return {...clicks, why: 'over'};
    if (enough()) break;
    const curtain = document.querySelector('.curtain button');
    if (curtain) { curtain.click(); clicks.curtain++; await waits(() => !document.querySelector('.curtain')); continue; }
    const before = state();
    const lit = board ? [...document.querySelectorAll('.board [data-thing].lit, .under [data-thing].lit')].filter(visible) : [];
    const options = [...document.querySelectorAll('.question [data-key]:not(:disabled)')];
    if (lit.length && rand(4) > 0) {
      any(lit).dispatchEvent(new MouseEvent('click', {bubbles: true, cancelable: true, clientX: 300, clientY: 300}));
      clicks.board++;
      await frame();
      const menu = [...document.querySelectorAll('.menu [data-key]')];
      if (menu.length) any(menu).click();
      if (gathers()) await gathered();
      else if (menu.length) await frame();
      else if (state() === before && !(await waits(() => state() !== before || over()))) return stuck('a click on the board did nothing');
    } else {
      any(options).click();
      clicks.list++;
      if (gathers()) await gathered();
    }
    if (!(await waits(() => state() !== before || over()))) return stuck('an answer changed nothing');
  }
  return {...clicks, why: 'enough'};
}
"""


def chromium() -> str | None:
    """The system's browser."""
    return next(filter(None, map(shutil.which, BROWSERS)), None)


class Watch:
    """What a page said, and what went wrong on it: the console, scripts, and refused requests."""

    def __init__(self) -> None:
        self._faults: list[str] = []
        self._forgiven: list[str] = []
        self.log: list[str] = []

    def over(self, page: Page) -> None:
        page.on("console", self._said)
        page.on("pageerror", lambda error: self._fault(f"script: {error.message}"))
        page.on("framenavigated", lambda frame: self.log.append(f"at: {frame.url}"))
        page.on("websocket", self._connected)
        page.on("response", self._answered)

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self._fault(f"{message.type}: {message.text}")
        else:
            self.log.append(f"{message.type}: {message.text}")

    def _answered(self, response: Response) -> None:
        if response.status >= 400:
            self._fault(f"{response.status}: {response.url}")

    def _connected(self, socket: WebSocket) -> None:
        self.log.append(f"socket: {socket.url}")
        socket.on("framesent", lambda data: self.log.append(f"sent: {data!s:.300}"))
        socket.on("framereceived", lambda data: self.log.append(f"received: {data!s:.300}"))
        socket.on("close", lambda _: self.log.append("socket closed"))

    def _fault(self, text: str) -> None:
        self._faults.append(text)
        self.log.append(text)

    def forget(self, pattern: str) -> None:
        """A test that breaks the line on purpose does not mind these, whether they have been told already or not."""
        self._forgiven.append(pattern)

    @property
    def faults(self) -> list[str]:
        """What went wrong and was not meant to."""
        return [it for it in self._faults if not any(re.search(pattern, it) for pattern in self._forgiven)]

    def sent(self, kind: str) -> int:
        """How many frames of a kind the page has sent."""
        return sum(line.startswith(f'sent: {{"t":"{kind}"') for line in self.log)


def push(page: Page, selector: str) -> None:
    """Press a button by key, wherever it is."""
    page.focus(selector)
    page.keyboard.press("Enter")


class Person:
    """Somebody with a browser of their own."""

    def __init__(
        self,
        browser: Browser,
        base: str,
        size: tuple[int, int],
        *,
        theme: str = "light",
        touch: bool = False,
        moving: bool = False,
    ) -> None:
        width, height = size
        self.base, self.watch = base, Watch()
        self.context: BrowserContext = browser.new_context(
            viewport={"width": width, "height": height},
            reduced_motion="no-preference" if moving else "reduce",
            color_scheme="dark" if theme == "dark" else "light",
            has_touch=touch or width < 500,
            is_mobile=touch,
        )
        self.context.set_default_timeout(60_000)
        # The guide of each game has a test of its own; elsewhere it has been seen.
        self.context.add_init_script(
            "for (const k of ['red-dust','surface-combat','space-combat','mars-or-die','rogue-trooper'])"
            " localStorage.setItem('sandtable.seen.guide.' + k, '1')"
        )
        self.page = self.context.new_page()
        self.watch.over(self.page)

    def visit(self, path: str = "/") -> Page:
        self.page.goto(self.base + path)
        return self.page

    def api(self, method: str, path: str, body: Any = None) -> Any:
        """Ask the server as this person, with their cookies."""
        answer = self.context.request.fetch(
            self.base + path,
            method=method,
            data=None if body is None else json.dumps(body),
            headers={"content-type": "application/json", "origin": self.base},
        )
        assert answer.ok, f"{method} {path}: {answer.status} {answer.text()}"
        return answer.json() if answer.text() else None

    def named(self, name: str) -> Person:
        self.api("POST", "/api/guest", {"name": name})
        return self

    def open_table(self, **table: Any) -> dict[str, Any]:
        found: dict[str, Any] = self.api("POST", "/api/tables", table)
        return found

    def bring(self, journal: bytes) -> Page:
        """Go on with a saved game; every seat is this person's."""
        answer = self.context.request.post(
            self.base + "/api/import", data=journal, headers={"origin": self.base}
        )
        assert answer.ok, answer.text()
        page = self.visit(f"/t/{answer.json()['id']}")
        page.wait_for_selector("main.table, .curtain")
        self.unveil()
        return page

    def unveil(self) -> None:
        """Several seats are this person's: look from the one that is asked."""
        self.page.wait_for_selector("main.table[data-turn=mine], main.table[data-over=yes], .curtain button")
        if self.page.query_selector(".curtain button"):
            self.page.click(".curtain button")
            self.page.wait_for_selector("main.table[data-turn=mine]")
        self.drawn()

    def drawn(self) -> None:
        """Wait until the page has its letters, has measured itself and drawn what it was told."""
        self.page.evaluate(
            """() => document.fonts.ready.then(
                () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))"""
        )

    def turn_into(self, size: tuple[int, int], theme: Literal["light", "dark"] = "light") -> None:
        """Go on with the same page on another screen."""
        self.page.set_viewport_size({"width": size[0], "height": size[1]})
        self.page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        self.drawn()

    def sit_down(self, table: str) -> Page:
        """Open a table's page and wait for its board."""
        page = self.visit(f"/t/{table}")
        page.wait_for_selector("main.table")
        self.drawn()
        return page

    def play(
        self,
        most: int = 100_000,
        *,
        turn: int = 1_000_000,
        seed: int = 1,
        board: bool = True,
        patience: int = 60_000,
    ) -> dict[str, Any]:
        """Let the scripted player click until the game ends, `most` answers are given or a turn has come."""
        self.begin(most, turn=turn, seed=seed, board=board, patience=patience)
        return self.finish()

    def begin(self, most: int = 100_000, **how: Any) -> None:
        """Start the scripted player and do not wait: several people play at the same time, and wait for each other."""
        how = {"turn": 1_000_000, "seed": 1, "board": True, "patience": 240_000, "most": most, **how}
        self.page.evaluate(
            f"(how) => {{ window.played = null; ({PLAYER})(how).then((it) => (window.played = it)); }}", how
        )

    def finish(self) -> dict[str, Any]:
        """What the scripted player has done, once it stops."""
        self.page.wait_for_function("() => window.played", timeout=300_000)
        done: dict[str, Any] = self.page.evaluate("window.played")
        assert done["why"] in ("enough", "over"), done
        return done

    def wrong(self) -> list[str]:
        return self.watch.faults

    def leave(self) -> None:
        self.context.close()

    def keep(self, folder: Path, name: str, data: Path) -> None:
        """Leave behind what explains a failure: a picture, what the page said, and the journals of its tables."""
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{name}.log").write_text("\n".join([self.page.url, *self.watch.log, ""]))
        tables = {table for line in self.watch.log for table in re.findall(r"/t/([0-9a-f]{16})", line)}
        for table in tables:
            if journal := stored_journal(data, table):
                (folder / f"{table}.journal").write_bytes(journal)
        self.page.screenshot(path=folder / f"{name}.png", timeout=10_000)


def asked_now(data: Path, table: str) -> tuple[str, bool]:
    """Who is asked at a table and whether that is private, as the server has stored it."""
    with sqlite3.connect(f"file:{data / 'server.sqlite3'}?mode=ro", uri=True) as database:
        seat, is_private = database.execute(
            "SELECT asked, is_private FROM tables WHERE id = ?", (table,)
        ).fetchone()
    return seat, bool(is_private)


def stored_journal(data: Path, table: str) -> bytes | None:
    """The journal of a table as its server has stored it."""
    with sqlite3.connect(f"file:{data / 'server.sqlite3'}?mode=ro", uri=True) as database:
        header = database.execute("SELECT header FROM tables WHERE id = ?", (table,)).fetchone()
        lines = database.execute('SELECT body FROM lines WHERE "table" = ? ORDER BY n', (table,)).fetchall()
    if header is None or header[0] is None:
        return None
    return "\n".join([header[0], *(line for (line,) in lines), ""]).encode()


#: Asks axe for faults. Rules whose faults are never called serious are left out: they take a third of the time.
ASK_AXE = """() => {
  const isLow = (impact) => impact === 'minor' || impact === 'moderate';
  const {rules, checks} = axe._audit;
  const impacts = (rule) => [...rule.any, ...rule.all, ...rule.none].map((it) => checks[it.id ?? it].impact);
  const low = rules.filter((rule) => (rule.impact ? isLow(rule.impact) : impacts(rule).every(isLow)));
  return axe.run(document, {resultTypes: ['violations'], rules: Object.fromEntries(low.map(({id}) => [id, {enabled: false}]))});
}"""


def serious(page: Page) -> list[str]:
    """What axe calls a serious or critical accessibility fault on the page as it stands."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text())
    found = page.evaluate(ASK_AXE)
    return [
        f"{fault['id']}: {fault['help']} ({', '.join(' '.join(map(str, node['target'])) for node in fault['nodes'][:3])})"
        for fault in found["violations"]
        if fault["impact"] in ("serious", "critical")
    ]


def until(page: Page, expression: str, arg: Any = None) -> None:
    # A function, not an expression: the page's own policy forbids evaluating text.
    page.wait_for_function(expression if "=>" in expression else f"() => {expression}", arg=arg)


def claim(guest: Person, table: dict[str, Any], seat: str) -> None:
    """Take a seat by its secret link, as somebody who was sent it."""
    link = next(it["link"] for it in table["seats"] if it["id"] == seat)
    page = guest.visit(link)
    if "/t/" not in page.url:
        page.click("button:has-text('Sit down')")
    page.wait_for_url("**/t/**")


def listener(frames: list[dict[str, Any]]) -> Callable[[WebSocket], None]:
    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda data: frames.append(json.loads(data)))

    return listen


Make = Callable[..., Person]
