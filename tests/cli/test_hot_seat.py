"""Several people at one keyboard, with hidden hands."""

from __future__ import annotations

import re
from pathlib import Path

import sandtable

from .terminal import CLEAR, PROMPT, Terminal, plain
from .test_play import only_journal

GAME = ("play", "stash", "--seed", "8", "--seat", "bob=person")
CURTAIN = r"Pass the keyboard to (Ann|Bob); press Enter[^\n]*\n> $"


def screens(seen: str) -> list[str]:
    """What was on the screen between two clearings, in order."""
    return [plain(page) for page in seen.split(CLEAR)]


def hand_of(text: str, name: str) -> str:
    found = re.search(rf"{name}\s+hand:  ([^\n]*)", text)
    return found[1] if found else ""


def play_to_the_end(terminal: Terminal) -> None:
    """Press Enter at curtains and take the first option at questions."""
    screen = terminal.until(CURTAIN)
    for _ in range(200):
        curtain = "Pass the keyboard" in screen
        screen = terminal.type("" if curtain else "1", rf"{PROMPT}|See it again[^\n]*\n")
        if "See it again" in screen:
            return
    raise AssertionError("the game does not end")


def test_no_screen_shows_two_hands(data: Path) -> None:
    """Guards: the screen is cleared between persons, and none ever shows more than one hand."""
    with Terminal(*GAME, data=data) as terminal:
        play_to_the_end(terminal)
        seen = terminal.seen
    pages = screens(seen)
    assert len(pages) > 8
    looks = 0
    for page in pages[:-1]:
        hands = {name: hand_of(page, name) for name in ("Ann", "Bob")}
        shown = [name for name, hand in hands.items() if re.search(r"\w", hand.replace("nothing", ""))]
        assert len(shown) <= 1
        curtain = "Pass the keyboard" in page
        assert not (curtain and shown)
        looks += bool(shown)
    assert looks > 4
    assert all(
        "?" in hand_of(pages[-1], name) or not hand_of(pages[-1], name) for name in ("Ann", "Bob")
    ) or ("nothing" in pages[-1])


def test_what_a_person_was_asked_in_private_is_gone_for_the_next(data: Path) -> None:
    """Guards: private questions and answers of one person never appear on a screen of another."""
    with Terminal(*GAME, data=data) as terminal:
        terminal.until(CURTAIN)
        ann = terminal.type("")
        hand = re.search(r"Ann\s+hand:  ([^\n]*)", ann)
        assert hand
        terminal.type("stash")
        terminal.type("1", CURTAIN)
        bob = terminal.type("")
        kept = hand[1].split(", ")[1]
        assert kept not in bob
        assert "Stash which load?" not in bob
        assert "Ann stashes" in bob


def test_an_answer_can_be_taken_back_at_the_curtain(data: Path) -> None:
    """Guards: who has just answered may take it back before the next person sits down; its name is not shown."""
    with Terminal("play", "black-market", "--seed", "1", "--seat", "bob=person", data=data) as terminal:
        terminal.until(CURTAIN)
        terminal.type("")
        curtain = terminal.type("silk done 7", CURTAIN)
        assert "Pass the keyboard to Bob; press Enter (u takes the last answer back)" in curtain
        assert "7" not in curtain.partition(CLEAR)[2]
        assert "Press Enter when Bob is at the keyboard" in terminal.type("7")
        assert "How many coins?" in terminal.type("u")
        terminal.type("8", CURTAIN)
        assert "Ann pays 8 for Silk." in terminal.type("")


def test_neither_tab_nor_the_arrow_keys_tell_what_was_asked_or_typed(data: Path) -> None:
    """Guards: at the curtain and after it, Tab completes no private key and no line of the last person comes back."""
    with Terminal(*GAME, data=data) as terminal:
        terminal.until(CURTAIN)
        terminal.type("")
        terminal.type("stash", r"Stash which load\?[^\0]*\n> $")
        terminal.type("1", CURTAIN)
        terminal.press("\t\tst\t\t\x15\x1b[A\x1b[A\x10\x10")
        bob = terminal.type("")
        assert "What do you do?" in bob
        at_curtain = bob.partition(CLEAR)[0]
        assert "stash" not in at_curtain
        assert not re.search(r"stash:\w", bob)


def test_leaving_clears_the_screen(data: Path) -> None:
    """Guards: who leaves a hot-seat game leaves no hand on the screen; so do Ctrl-C and the end of input."""
    for leave in ("q\n", "\x03", "\x04"):
        with Terminal(*GAME, data=data) as terminal:
            terminal.until(CURTAIN)
            terminal.type("")
            terminal.press(leave)
            terminal.rest()
            last = screens(terminal.seen)[-1]
            assert "hand:" not in last
            assert "The game is kept." in last


def test_the_hash_of_the_seed_stands_before_the_first_curtain(data: Path) -> None:
    """Guards: nobody has to be quick to note the hash: it stays until Enter is pressed."""
    with Terminal(*GAME, data=data) as terminal:
        first = terminal.until(CURTAIN)
    assert CLEAR not in first
    assert sandtable.load(only_journal(data)).header.seed_hash in first


def test_one_person_has_no_curtain(data: Path) -> None:
    """Guards: alone with bots, nobody is asked to pass the keyboard, and nothing is cleared."""
    with Terminal("play", "stash", "--seed", "8", "--seat", "bob=random", data=data) as terminal:
        terminal.until(r"What do you do\?[^\0]*\n> $")
        terminal.type("draw")
        assert "Pass the keyboard" not in terminal.seen
        assert CLEAR not in terminal.seen
