"""Setting up tables: seats, links, lists, rematches."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from benchmarks.connect_four import ConnectFour
from sandtable.games import BUILT_IN
from sandtable.server.tables.catalogue import prose, rules_of

from ..conftest import Place
from ..player import Player


def test_every_game_is_listed_with_what_a_form_needs(alone: Place) -> None:
    games = {game["key"]: game for game in alone.player().get("/api/games")}
    assert list(games)[:5] == ["red-dust", "surface-combat", "space-combat", "mars-or-die", "rogue-trooper"]
    rogue = games["rogue-trooper"]
    assert rogue["players"] == {"fixed": None, "option": "players"}
    options = {option["name"]: option for option in rogue["options"]}
    assert options["players"] | {"about": ""} == {
        "name": "players", "label": "How many play", "kind": "int", "default": 4, "least": 2, "most": 6, "about": "",
    }  # fmt: skip
    assert options["short"]["kind"] == "bool"
    assert options["short"]["about"].startswith("The Clue deck has two faces")
    assert all(
        game["bots"] and game["scenarios"] and game["short_rules"] for game in list(games.values())[:5]
    )
    assert "<td>MarsGov</td>" in games["red-dust"]["short_rules"]
    mission, difficulty = games["surface-combat"]["options"]
    assert (difficulty["name"], difficulty["choices"]) == ("difficulty", ["easy", "normal", "hard"])
    assert (mission["kind"], mission["default"], mission["choices"][0]) == ("choice", "", "")
    assert len(mission["choices"]) == len(set(mission["labels"])) == 5
    (own,) = games["mars-or-die"]["options"]  # only the scenario “own” asks for it
    assert own["choices"] == []


@pytest.mark.parametrize("key", list(BUILT_IN))
def test_play_now_opens_a_table_of_every_game(alone: Place, key: str) -> None:
    """What the button sends: the first seat for oneself, and the first bot of the list in every other one."""
    ann = alone.player()
    (game,) = (game for game in ann.get("/api/games") if game["key"] == key)
    first, *others = [seat["id"] for seat in game["seats"]]
    table = ann.new(key, {first: "me", **dict.fromkeys(others, game["bots"][0]["spec"])}, public=False)
    assert table["state"] == "playing"
    assert [bool(seat["bot"]) for seat in table["seats"]] == [False] + [True] * len(others)


def test_rules_in_short_hold_no_tags_of_a_games_own() -> None:
    """The page shows them as HTML: what is not Markdown stays text."""
    assert prose("**x** <img src=x onerror=y>") == "<p><strong>x</strong> &lt;img src=x onerror=y&gt;</p>\n"
    assert "<a" not in prose("[x](javascript:alert)")


def test_rules_are_sections_with_links_between_them(tmp_path: Path) -> None:
    class Own(ConnectFour):
        rules_file = tmp_path / "rules.md"

    Own.rules_file.write_text(
        "Hello.\n\n## MD 4 Actions\n<b>One</b> each, see [MD 4.2] and [77].\n### MD 4.2 Fire\n"
    )
    rules = rules_of(Own())
    assert rules is not None
    assert rules.preface == "<p>Hello.</p>\n"
    assert [(each.id, each.number, each.title, each.level) for each in rules.sections] == [
        ("MD-4", "MD 4", "Actions", 2),
        ("MD-4.2", "MD 4.2", "Fire", 3),
    ]
    text = '<p>&lt;b&gt;One&lt;/b&gt; each, see <a href="#rule-MD-4.2">MD 4.2</a> and [77].</p>\n'
    assert rules.sections[0].html == text


def test_a_game_without_rules_says_so(alone: Place) -> None:
    ann = alone.player()
    assert ann.get("/api/games/connect-four/rules", 404)["code"] == "missing"
    assert ann.get("/api/games/chess/rules", 404)["code"] == "missing"


def test_seats_depend_on_options(alone: Place) -> None:
    ann = alone.player()
    assert len(ann.post("/api/games/rogue-trooper/seats", options={"players": 2})) == 2
    assert len(ann.post("/api/games/rogue-trooper/seats", options={"players": 6})) == 6
    assert ann.post("/api/games/rogue-trooper/seats", 400, options={"players": 7})["code"] == "bad"
    assert ann.post("/api/games/chess/seats", 404, options={})["code"] == "missing"


@pytest.mark.parametrize(
    ("wanted", "status"),
    [
        ({"game": "chess"}, 404),
        ({"game": "benchmarks.games:GAMES"}, 404),
        ({"game": "red-dust", "scenario": "nowhere"}, 400),
        ({"game": "red-dust", "options": {"pack": "/etc"}}, 400),
        ({"game": "surface-combat", "options": {"pack": "../../../../docs/packs/noctis-pocket"}}, 400),
        ({"game": "surface-combat", "options": {"cheat": True}}, 400),
        ({"game": "red-dust", "seats": {"nobody": "me"}}, 400),
        ({"game": "red-dust", "seats": {"marsgov": "bot:os:system"}}, 400),
        ({"game": "red-dust", "seats": {"marsgov": "bot:search:99999999ms"}}, 400),
        ({"game": "red-dust", "seats": {"marsgov": "admin"}}, 400),
        ({"game": "red-dust", "owner": "me"}, 400),
        ({"seats": {}}, 400),
    ],
)
def test_a_table_that_makes_no_sense_is_refused(alone: Place, wanted: dict[str, object], status: int) -> None:
    told = alone.player().post("/api/tables", status, **wanted)
    assert told["error"]
    assert set(told) == {"error", "code"}


def test_open_seats_are_taken_once_and_left_before_the_start(place: Place) -> None:
    ann, bob, eve = place.player("Ann"), place.player("Bob"), place.player("Eve")
    table = ann.new("connect-four", {"red": "me"}, title="Bring tea")["id"]
    assert table in [t["id"] for t in bob.get("/api/tables", which="open")]
    assert table not in [t["id"] for t in bob.get("/api/tables", which="mine")]
    assert bob.post(f"/api/tables/{table}/join", 409, seat="red")["code"] == "conflict"
    assert bob.post(f"/api/tables/{table}/join", 400, seat="blue")["code"] == "bad"
    playing = bob.post(f"/api/tables/{table}/join", seat="yellow")
    assert playing["state"] == "playing"
    assert [s["who"] for s in playing["seats"]] == ["Ann", "Bob"]
    assert eve.post(f"/api/tables/{table}/join", 409, seat="yellow")["code"] == "conflict"
    assert bob.post(f"/api/tables/{table}/leave", 409)["code"] == "conflict"
    ann.wait_for(f"/api/tables/{table}", lambda it: it["turn_of_me"])
    assert bob.get(f"/api/tables/{table}")["turn_of_me"] is False


def test_leaving_before_the_start_frees_the_seat(place: Place) -> None:
    ann, bob = place.player("Ann"), place.player("Bob")
    table = ann.new("rogue-trooper", {}, options={"players": 3})
    seats = [seat["id"] for seat in table["seats"]]
    bob.post(f"/api/tables/{table['id']}/join", seat=seats[1])
    left = bob.post(f"/api/tables/{table['id']}/leave")
    assert [seat["kind"] for seat in left["seats"]] == ["open", "open", "open"]
    assert ann.post(f"/api/tables/{table['id']}/leave") is None
    assert ann.get(f"/api/tables/{table['id']}", 404)["code"] == "missing"


def test_a_private_table_is_for_those_who_play(place: Place) -> None:
    ann, eve = place.player("Ann"), place.player("Eve")
    table = ann.new("connect-four", {"red": "me", "yellow": "bot:random"}, public=False)["id"]
    assert eve.get(f"/api/tables/{table}", 403)["code"] == "forbidden"
    assert eve.get(f"/api/tables/{table}/replay", 403)["code"] == "forbidden"
    assert table not in [t["id"] for t in eve.get("/api/tables", which="open")]
    with eve.sit(table) as sitting:
        assert sitting.next()["t"] == "bye"


def test_a_seats_link_is_for_a_friend(place: Place) -> None:
    ann, bob, eve = place.player("Ann"), place.player("Bob"), place.player("Eve")
    table = ann.new("connect-four", {"red": "me", "yellow": "link"}, public=False)
    link = table["seats"][1]["link"]
    assert re.fullmatch(r"/s/[0-9a-f]{32}", link)
    assert ann.get(f"/api/tables/{table['id']}")["seats"][1]["link"] == link
    secret = link.rpartition("/")[2]
    bob.post(f"/api/tables/{table['id']}/claim", 404, secret=secret[:-1] + "x")
    assert bob.post(f"/api/tables/{table['id']}/claim", secret=secret)["state"] == "playing"
    assert (
        bob.post(f"/api/tables/{table['id']}/claim", secret=secret)["state"] == "playing"
    )  # a second time is no harm
    assert eve.post(f"/api/tables/{table['id']}/claim", 409, secret=secret)["code"] == "conflict"
    assert all(seat["link"] is None for seat in bob.get(f"/api/tables/{table['id']}")["seats"])


def test_the_page_of_a_link_takes_the_seat_only_when_asked_to(place: Place) -> None:
    ann = place.player("Ann")
    table = ann.new("connect-four", {"red": "me", "yellow": "link"}, title="<i>Tea</i>")
    link, friend = table["seats"][1]["link"], Player(place.hosts[-1].url, "")
    for _ in range(2):  # as a messenger does that shows what is behind a link
        page = friend.http.get(link)
        assert page.status_code == 200
        assert "&lt;i&gt;Tea&lt;/i&gt;" in page.text
        assert "<i>Tea" not in page.text
    assert ann.get(f"/api/tables/{table['id']}")["state"] == "waiting"
    gone = friend.http.post(link, data={"name": "Bob"})
    assert gone.status_code == 303
    assert gone.headers["location"] == f"/t/{table['id']}?seat=yellow"
    assert friend.get("/api/me")["name"] == "Bob"
    assert friend.http.get(link).headers["location"] == f"/t/{table['id']}?seat=yellow"
    assert ann.http.get(link).status_code == 409
    assert ann.http.get("/s/0123").status_code == 404
    friend.close()


def test_a_finished_game_is_listed_exported_and_played_again(place: Place) -> None:
    ann, eve = place.player("Ann"), place.player("Eve")
    table = ann.new("connect-four", {"red": "me", "yellow": "bot:random"})["id"]
    ann.get(f"/api/tables/{table}/export", 409)
    ann.post(f"/api/tables/{table}/rematch", 409)
    with ann.sit(table, "red") as red:
        while not red.until_asked()["outcome"]:
            red.answer(red.keys[0])
    over = ann.get(f"/api/tables/{table}")
    assert over["state"] == "finished"
    assert over["seed"]
    assert table in [t["id"] for t in eve.get("/api/tables", which="finished")]
    eve.post(f"/api/tables/{table}/rematch", 403)
    again = ann.post(f"/api/tables/{table}/rematch")
    assert again["state"] == "playing"
    assert again["seed"] is None
    assert ann.post(f"/api/tables/{table}/rematch")["id"] == again["id"]
    assert ann.get(f"/api/tables/{table}")["rematch"] == again["id"]


def test_the_others_hear_of_a_rematch(place: Place) -> None:
    """Whoever still sits at the finished table is told, in another process too, and can ask where it goes on."""
    ann, bob = place.player("Ann"), place.player("Bob")
    table = ann.new("connect-four", {"red": "me", "yellow": "open"})["id"]
    bob.post(f"/api/tables/{table}/join", seat="yellow")
    with ann.sit(table, "red") as red, bob.sit(table, "yellow") as yellow:
        while not red.until_asked()["outcome"]:
            red.answer(red.keys[0])
            if not yellow.until_asked()["outcome"]:
                yellow.answer(yellow.keys[0])
        yellow.until_asked()  # nothing else is said at this table any more
        again = ann.post(f"/api/tables/{table}/rematch")["id"]
        yellow.get("seats")
        assert bob.get(f"/api/tables/{table}")["rematch"] == again
    seats = bob.get(f"/api/tables/{again}")["seats"]
    assert [seat["who"] for seat in seats] == ["Ann", "Bob"]
    assert bob.get(f"/api/tables/{again}")["state"] == "playing"


def test_a_board_comes_with_every_game(alone: Place) -> None:
    ann = alone.player()
    for game in ann.get("/api/games")[:5]:
        seats = {seat["id"]: "me" for seat in game["seats"]}
        table = ann.new(game["key"], seats)["id"]
        answer = ann.http.get(f"/api/tables/{table}/board")
        assert answer.status_code == 200
        assert "immutable" in answer.headers["cache-control"]
