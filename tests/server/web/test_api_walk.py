"""A walk through the API that keeps its people and tables alive, so that most of what it asks can be done.

Whatever is asked in whatever order, each answer is one that the OpenAPI page names, and none is a server error.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, Phase, Verbosity, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test

from ..conftest import Place
from ..player import Player

#: What is played, with its seats. One has secrets, one is for a lone player, one has lessons and a score.
GAMES = {
    "connect-four": ("red", "yellow"),
    "stash": ("ann", "bob"),
    "rogue-trooper": ("red", "blue", "green", "yellow"),
    "space-combat": ("rebels",),
}
SITTERS = ("me", "open", "link", "bot:random")
PASSWORD = "correct horse"
#: What can be read of a table while it waits, while it is played, and once it is over.
READ = {
    "waiting": ("", "/about", "/board", "/notes", "/look"),
    "playing": ("", "/about", "/board", "/notes", "/replay", "/replay/0", "/replay/0/shared"),
    "finished": ("", "/about", "/board", "/notes", "/replay", "/replay/0", "/ending", "/export"),
}
Table = dict[str, Any]


class Walk(RuleBasedStateMachine):
    """People who come, set up tables, sit down, play, give up and look back. One step in eight makes no sense."""

    def __init__(self, place: Place, answered: Counter[str]) -> None:
        super().__init__()
        self.place, self.answered = place, answered
        self.people: list[Player] = []
        self.accounts: list[str] = []
        self.tables: list[str] = []
        self.journal = b""
        self.count = 0
        self.pages: dict[str, Any] = httpx.get(f"{place.hosts[0].url}/api/schema").json()["paths"]
        self.patterns = [(re.compile(re.sub(r"\{\w+\}", "[^/]+", path)), path) for path in self.pages]

    # What every answer must be

    def ask(self, who: Player, method: str, path: str, body: Any = None) -> httpx.Response:
        sent = {"content": body} if isinstance(body, bytes) else {} if body is None else {"json": body}
        answer = who.http.request(method, path, **sent)
        page = next(named for pattern, named in self.patterns if pattern.fullmatch(path))
        promised = self.pages[page][method.lower()]["responses"]
        assert str(answer.status_code) in promised, f"{method} {path}: {answer.status_code} {answer.text}"
        assert answer.status_code < 500
        if answer.status_code >= 400:
            assert answer.json()["error"], "a refusal says why"
        if "{table}" in page:
            self.answered["done" if answer.is_success else "refused"] += 1
        return answer

    # Choosing somebody and something that fit each other

    def one(self, data: st.DataObject, of: list[Any]) -> Any:
        return of[data.draw(st.integers(0, len(of) - 1))]

    def is_mad(self, data: st.DataObject) -> bool:
        return data.draw(st.integers(0, 7)) == 7

    def looked(self, who: Player, table: str) -> Table | None:
        """A table as somebody sees it, if they may. This is not counted."""
        answer = who.http.get(f"/api/tables/{table}")
        return answer.json() if answer.is_success else None

    def fitting(self, data: st.DataObject, fits: Any) -> tuple[Player, Table] | None:
        """Somebody and a table that fit; now and then any two."""
        pairs = [(who, table) for who in self.people for table in self.tables]
        if not pairs:
            return None
        first, fits = data.draw(st.integers(0, len(pairs) - 1)), bool if self.is_mad(data) else fits
        for who, table in pairs[first:] + pairs[:first]:
            info = self.looked(who, table)
            if info is not None and fits(info):
                return who, info
        return None

    def at(
        self, data: st.DataObject, fits: Any, method: str, end: str, body: Any = None
    ) -> httpx.Response | None:
        found = self.fitting(data, fits)
        if found is None:
            return None
        who, info = found
        return self.ask(who, method, f"/api/tables/{info['id']}{end}", body(info) if callable(body) else body)

    # People

    @initialize(data=st.data())
    def begin(self, data: st.DataObject) -> None:
        for _ in range(2):
            self.come(data)
            self.lay(data)

    @rule(data=st.data())
    def step(self, data: st.DataObject) -> None:
        """One rule for all steps: hypothesis leaves out some rules in each run, and a walk without tables meets nothing."""
        self.one(data, self.STEPS)(self, data)

    def come(self, data: st.DataObject) -> None:
        if len(self.people) < 4:
            self.count += 1
            self.people.append(self.place.player(f"Guest {self.count}"))

    def make_account(self, data: st.DataObject) -> None:
        who = self.one(data, self.people)
        name = f"Walker {id(self)} {len(self.accounts)}"
        if self.ask(who, "POST", "/api/account", {"name": name, "password": PASSWORD}).is_success:
            self.accounts.append(name)

    def log_in(self, data: st.DataObject) -> None:
        if self.accounts:
            password = "wrong" if self.is_mad(data) else PASSWORD
            body = {"name": self.one(data, self.accounts), "password": password}
            self.ask(self.one(data, self.people), "POST", "/api/login", body)

    def log_out(self, data: st.DataObject) -> None:
        who = self.one(data, self.people)
        self.ask(who, *self.one(data, [("DELETE", "/api/me/sessions"), ("POST", "/api/logout")]))
        self.ask(who, "POST", "/api/guest", {"name": who.name})

    def look_around(self, data: st.DataObject) -> None:
        lists = ("/api/me", "/api/me/sessions", "/api/tables", "/api/results", "/api/games")
        self.ask(self.one(data, self.people), "GET", self.one(data, list(lists)))

    # Tables

    def lay(self, data: st.DataObject) -> None:
        game = self.one(data, sorted(GAMES))
        seats = {seat: self.one(data, list(SITTERS)) for seat in GAMES[game]}
        begins, public = self.one(data, ["full", "ready"]), not self.is_mad(data)
        body = {"game": game, "seats": seats, "begins": begins, "public": public}
        answer = self.ask(self.one(data, self.people), "POST", "/api/tables", body)
        if answer.is_success:
            self.tables.append(answer.json()["id"])

    def read(self, data: st.DataObject) -> None:
        found = self.fitting(data, lambda info: True)
        if found is not None:
            who, info = found
            ends = READ[info["state"]] if not self.is_mad(data) else sum(READ.values(), ())
            answer = self.ask(who, "GET", f"/api/tables/{info['id']}{self.one(data, list(ends))}")
            if "ndjson" in answer.headers.get("content-type", ""):
                self.journal = answer.content

    def join(self, data: st.DataObject) -> None:
        self.at(data, is_free, "POST", "/join", lambda info: {"seat": self.one(data, free(info) or ["red"])})

    def leave(self, data: st.DataObject) -> None:
        self.at(data, lambda info: info["state"] == "waiting" and mine(info), "POST", "/leave")

    def claim(self, data: st.DataObject) -> None:
        links = [
            (info["id"], seat["link"].rsplit("/", 1)[-1])
            for who in self.people
            for table in self.tables
            if (info := self.looked(who, table)) and info["is_owner"] and info["state"] != "finished"
            for seat in info["seats"]
            if seat["link"] and seat["who"] is None
        ]
        if links:
            table, secret = self.one(data, links)
            self.ask(self.one(data, self.people), "POST", f"/api/tables/{table}/claim", {"secret": secret})

    def ready(self, data: st.DataObject) -> None:
        body = {"ready": not self.is_mad(data)}
        self.at(data, lambda info: info["state"] == "waiting" and mine(info), "POST", "/ready", body)

    def give(self, data: st.DataObject) -> None:
        who = self.one(data, list(SITTERS))
        self.at(data, is_host, "POST", "/seat", lambda info: {"seat": info["seats"][-1]["id"], "who": who})

    def start(self, data: st.DataObject) -> None:
        self.at(data, lambda info: is_host(info) and not is_free(info), "POST", "/start")

    def play(self, data: st.DataObject) -> None:
        found = self.fitting(data, lambda info: info["turn_of_me"])
        if found is None or not found[1]["turn_of_me"]:
            return
        who, info = found
        seat = next(seat["id"] for seat in info["seats"] if seat["id"] == info["asked"] or seat["mine"])
        with who.sit(info["id"], seat) as sitting:
            sitting.look()
            if sitting.is_asked():
                sitting.answer(sitting.keys[0])

    def resign(self, data: st.DataObject) -> None:
        self.at(data, lambda info: info["state"] == "playing" and mine(info), "POST", "/resign")

    def again(self, data: st.DataObject) -> None:
        answer = self.at(data, lambda info: info["state"] == "finished" and mine(info), "POST", "/rematch")
        if answer is not None and answer.is_success:
            self.tables.append(answer.json()["id"])

    def archive(self, data: st.DataObject) -> None:
        self.at(data, mine, "PUT", "/archived", {"archived": self.one(data, [True, False])})

    def write(self, data: st.DataObject) -> None:
        self.at(data, mine, "PUT", "/notes", {"text": data.draw(st.text(max_size=40))})

    def bring(self, data: st.DataObject) -> None:
        if self.journal:
            cut = data.draw(st.integers(0, 3)) == 3
            body = self.journal[: len(self.journal) // 2] if cut else self.journal
            answer = self.ask(self.one(data, self.people), "POST", "/api/import", body)
            if answer.is_success:
                self.tables.append(answer.json()["id"])

    def remove(self, data: st.DataObject) -> None:
        if self.is_mad(data) or len(self.tables) > 6:  # a table that is gone answers nothing any more
            self.at(data, lambda info: info["can_remove"], "DELETE", "")

    STEPS = [
        come,
        make_account,
        log_in,
        log_out,
        look_around,
        lay,
        lay,
        read,
        read,
        read,
        join,
        join,
        leave,
        claim,
        ready,
    ]
    STEPS += [give, start, play, play, play, resign, again, archive, write, bring, remove]


def mine(info: Table) -> bool:
    return any(seat["mine"] for seat in info["seats"])


def free(info: Table) -> list[str]:
    return [seat["id"] for seat in info["seats"] if seat["kind"] == "open"]


def is_free(info: Table) -> bool:
    return info["state"] == "waiting" and bool(free(info))


def is_host(info: Table) -> bool:
    return info["state"] == "waiting" and bool(info["is_owner"])


def walk(place: Place, walks: int, steps: int) -> Counter[str]:
    """Several walks; how many calls about tables did something, and how many were refused."""
    answered: Counter[str] = Counter()
    wanted = settings(
        max_examples=walks,
        deadline=None,
        stateful_step_count=steps,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
        verbosity=Verbosity.quiet,
    )

    class Here(Walk):
        def __init__(self) -> None:
            super().__init__(place, answered)

    run_state_machine_as_test(Here, settings=wanted)
    return answered


def test_a_walk_through_the_api(alone: Place) -> None:
    """No server error, nothing that the page does not name, and at least half of what is asked of tables is done."""
    answered = walk(alone, 4, 40)
    assert answered["done"] >= answered["refused"] > 0, answered
    assert answered.total() > 30, answered


@pytest.mark.soak
def test_a_long_walk_through_the_api(place: Place) -> None:
    """The same at length, also in two processes."""
    answered = walk(place, 100, 100)
    assert answered["done"] >= answered["refused"] > 0, answered
