"""Playing over the socket: what is taken, what is refused, and what everybody is sent."""

from __future__ import annotations

import random
import threading

from ..conftest import Place
from ..player import Player, Sitting


def duel(place: Place) -> tuple[Player, Player, str]:
    """Two people at a table of connect four."""
    ann, bob = place.player("Ann"), place.player("Bob")
    table = ann.new("connect-four", {"red": "me", "yellow": "open"})
    assert table["state"] == "waiting"
    assert bob.post(f"/api/tables/{table['id']}/join", seat="yellow")["state"] == "playing"
    return ann, bob, table["id"]


def sit(place: Place) -> tuple[Sitting, Sitting, str]:
    ann, bob, table = duel(place)
    red, yellow = ann.sit(table, "red"), bob.sit(table, "yellow")
    red.look()
    yellow.look()
    return red, yellow, table


def test_two_people_play_to_the_end(place: Place) -> None:
    red, yellow, _ = sit(place)
    rng = random.Random(4)
    with red, yellow:
        while not red.state["outcome"]:
            for seat, other in ((red, yellow), (yellow, red)):
                seat.until_asked()
                if seat.state["outcome"]:
                    break
                frame = seat.answer(rng.choice(seat.keys))
                assert frame["t"] == "state"
                other.get("state")
        assert red.state["outcome"]["winners"] == yellow.state["outcome"]["winners"]
        assert [line["text"] for line in red.log] == [line["text"] for line in yellow.log]


def test_a_stale_a_foreign_and_an_illegal_answer_change_nothing(place: Place) -> None:
    red, yellow, _ = sit(place)
    with red, yellow:
        before = red.state
        assert yellow.answer("drop:1") == {"t": "refused", "id": 1, "why": "You are not asked now."}
        assert red.answer("drop:9")["why"] == "That answer is not offered."
        assert "look again" in red.answer("drop:1", n=0)["why"]
        assert red.answer("drop:1")["n"] == before["n"] + 1
        yellow.until_asked()
        assert "look again" in red.answer("drop:2", n=before["n"])["why"]  # the same frame once more
        assert red.answer("drop:2")["why"] == "You are not asked now."
        assert yellow.state["view"] == red.state["view"]


def test_of_two_racing_clients_exactly_one_is_taken(place: Place) -> None:
    ann, bob, table = duel(place)
    other = Player(place.hosts[-1].url, "")
    other.http.cookies.update(ann.http.cookies)
    with ann.sit(table, "red") as one, other.sit(table, "red") as two, bob.sit(table, "yellow") as yellow:
        for sitting in (one, two, yellow):
            sitting.look()
        for turn in range(6):
            answers: list[str] = []
            gate = threading.Barrier(2)

            def race(
                sitting: Sitting, key: str, gate: threading.Barrier = gate, out: list[str] = answers
            ) -> None:
                gate.wait()
                out.append(sitting.answer(key)["t"])

            threads = [
                threading.Thread(target=race, args=(one, f"drop:{turn + 1}")),
                threading.Thread(target=race, args=(two, f"drop:{(turn + 3) % 7 + 1}")),
            ]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            assert sorted(answers) == ["refused", "state"]
            yellow.until_asked()
            if yellow.state["outcome"] or yellow.answer(yellow.keys[turn % 3])["outcome"]:
                break
            for sitting in (one, two):
                while sitting.state["view"] != yellow.state["view"]:
                    sitting.get("state")
                assert sitting.is_asked()
    other.close()


def test_whoever_comes_back_has_lost_nothing(place: Place) -> None:
    ann, bob, table = duel(place)
    with ann.sit(table, "red") as red, bob.sit(table, "yellow") as yellow:
        red.look()
        yellow.look()
        red.answer("drop:4")
    with bob.sit(table, "yellow") as yellow:
        yellow.look()
        assert yellow.is_asked()
        yellow.answer("drop:4")
        log = yellow.log
    with ann.sit(table, "red") as red:
        red.look()
        assert red.is_asked()
        assert [line["text"] for line in red.log] == [line["text"] for line in log]
        assert red.state["log"]["keep"] == 0


def test_undo_and_redo_within_the_rule_of_the_engine(place: Place) -> None:
    red, yellow, _ = sit(place)
    with red, yellow:
        empty = red.state["view"]
        red.answer("drop:4")
        assert red.state["undo"] == "Drop in column 4"
        dropped = red.state["view"]
        assert red.do("undo", n=red.state["n"])["view"] == empty
        assert red.state["redo"] == "Drop in column 4"
        assert red.do("redo", n=red.state["n"])["view"] == dropped
        yellow.until_asked()
        while yellow.answer("drop:1")["t"] == "refused":  # the news may come in parts, before the refusal
            pass
        red.until_asked()
        assert red.do("undo", n=red.state["n"])["why"] == "There is nothing of yours to take back."
        assert len(red.log) == len(yellow.log)


def test_a_spectator_sees_and_touches_nothing(place: Place) -> None:
    red, yellow, table = sit(place)
    eve = place.player("Eve")
    with red, yellow, eve.sit(table) as spectator:
        assert spectator.look()["mine"] == []
        assert spectator.answer("drop:1")["why"] == "You are not asked now."
        assert "Spectators cannot" in spectator.do("undo", n=spectator.state["n"])["why"]
        assert "Only those who play" in spectator.do("chat", text="hi")["why"]
        assert spectator.do("look", seat="red")["why"] == "That is not your seat."
        red.answer("drop:1")
        assert spectator.get("state")["view"] == red.state["view"]


def test_chat_and_presence(place: Place) -> None:
    ann, bob, table = duel(place)
    with ann.sit(table, "red") as red:
        red.look()
        with bob.sit(table, "yellow") as yellow:
            red.until(lambda f: f["t"] == "seats" and all(s["present"] for s in f["seats"]))
            yellow.look()
            yellow.say("chat", text="<b>good</b> luck")
            said = red.get("chat")
            assert (said["from"], said["text"]) == ("Bob", "<b>good</b> luck")
        red.until(lambda f: f["t"] == "seats" and [s["present"] for s in f["seats"]] == [True, False])
    with bob.sit(table, "yellow") as yellow:
        assert yellow.next()["text"] == "<b>good</b> luck"


def test_notes_are_for_oneself(place: Place) -> None:
    ann, bob, table = duel(place)
    ann.put(f"/api/tables/{table}/notes", text="watch the corner")
    ann.put(f"/api/tables/{table}/notes", text="watch the middle")
    assert ann.get(f"/api/tables/{table}/notes") == {"text": "watch the middle"}
    assert bob.get(f"/api/tables/{table}/notes") == {"text": ""}


def test_hot_seat_one_person_in_two_seats(place: Place) -> None:
    ann = place.player()
    table = ann.new("stash", {"ann": "me", "bob": "me"})["id"]
    with ann.sit(table, "ann") as sitting:
        state = sitting.look()
        assert state["mine"] == ["ann", "bob"]
        seen = set()
        for _ in range(12):
            waiting = sitting.state["waiting"]
            if waiting is None:
                break
            if waiting != sitting.state["seat"]:
                frame = sitting.do("look", seat=waiting)
                assert frame["log"]["keep"] == 0
            seen.add(waiting)
            sitting.answer(sitting.keys[0])
        assert seen == {"ann", "bob"}


def test_standing_orders_are_kept_and_seen_by_their_seat_only(place: Place) -> None:
    ann, bob = place.player("Ann"), place.player("Bob")
    table = ann.new("stash", {"ann": "me", "bob": "open"})["id"]
    bob.post(f"/api/tables/{table}/join", seat="bob")
    with ann.sit(table, "ann") as one, bob.sit(table, "bob") as two:
        one.look()
        before = two.look()["n"]
        two.do("standing_order", window="*", until="withdrawn")
        assert two.state["standing_orders"] == [{"window": "*", "until": "withdrawn"}]
        assert two.state["n"] == before + 1
        assert one.do("ping")["t"] == "pong"
        assert [f["t"] for f in one.frames].count("state") == 1  # nothing that she could see has changed
        two.do("withdraw_standing_orders")
        assert two.state["standing_orders"] == []


def test_odds_and_hints_for_whoever_is_asked(place: Place) -> None:
    ann = place.player()
    table = ann.new("stash", {"ann": "me", "bob": "bot:random"})["id"]
    with ann.sit(table, "ann") as one:
        one.until_asked()
        key = one.keys[0]
        odds = one.do("odds", n=one.state["n"], key=key)
        assert odds["key"] == key
        assert odds["lines"] == []  # nothing is thrown
        hint = one.do("hint", n=one.state["n"])
        assert hint["keys"][0] in one.keys
        assert hint["label"]
        assert one.do("hint", n=one.state["n"], bot="search:20")["by"] == "Search"
        assert one.do("hint", n=one.state["n"], bot="search:90000ms")["t"] == "refused"
        assert one.do("odds", n=one.state["n"], key="nonsense")["t"] == "refused"
