"""Two worlds that differ only in what a seat cannot know, and whether the seat could tell."""

from __future__ import annotations

import random
from typing import Any

import msgspec

from ..chance import Opposed, Roll, SeedStream, seed_bytes
from ..errors import CannotImagine
from ..log import log_line
from ..question import Question
from ..secrets.cards import Cards, missing
from ..secrets.held import card_piles, facts_known, field_of, secrets_of
from ..secrets.hidden import Hidden
from ..steps import Note
from ..table import Table
from ..worlds.imagine import imagine, known_now, redealt, run_at
from .reasons import reasons
from .varied import value_at

#: How many answers to compare in the two worlds: up to a seat's own next question, and fewer for a spectator.
FOLLOWED, SPECTATED = 200, 30


class NoWorld(Exception):
    """No other world was found."""


def other_world(table: Table, seat: str | None, rng: random.Random, *, at_start: bool = False) -> Table:
    """A table that `seat` cannot tell from this one.

    At the start of a turn the hidden cards are simply dealt anew: nothing is compared, so a leak cannot hide itself.
    """
    index = table.seat_index(seat)
    try:
        if at_start:
            run = table.run
            world = run_at(run, redealt(run, index, rng), run.tape, run.raws, rng)
        else:
            world = imagine(table.run, index, rng)
    except CannotImagine:
        raise NoWorld from None
    return table.imagined(world, seed_bytes(0))


def is_before_answers(table: Table) -> bool:
    """Whether nothing has happened in this turn yet but lines for the log and open dice, the same in every world."""
    run = table.run
    if not run.tape:
        return True
    send = run.game.turn(run.start.copy()).send
    step: Any = send(None)
    for value in run.tape:
        if step.__class__ is not Note and (step.__class__ not in (Roll, Opposed) or step.seen_by is not None):
            return False
        step = send(value)
    return True


def _with_same_dice(table: Table, seed: int) -> Table:
    """Give a fork dice that two worlds can share."""
    record = table._recorder
    record.source = record.stream = SeedStream(seed_bytes(seed))
    record.drawn = 0
    return table


def seen_now(table: Table, seat: str | None, last: int | None = None) -> dict[str, bytes]:
    """Everything a seat is shown: view, question, log (or its last entries) and undo names, as bytes."""
    ask = table.ask_for(seat)
    index, kinds = table.seat_index(seat), table.kinds
    entries = (
        table._recorder.entries
        if last is None
        else table._recorder.entries[len(table._recorder.entries) - last :]
    )
    lines = [
        log_line(entry, 0, table.seats, kinds) for entry in entries if entry.to is None or index in entry.to
    ]
    progress = table.game.progress(table.run.state)
    shown = {
        "view": table.view(seat),
        "progress": None if progress is None else progress.words(kinds),
        "question": None if ask is None or ask.hidden else ask.plain(),
        "reasons": reasons(table, ask) if isinstance(ask, Question) and ask.seat == seat else None,
        "log": lines,
        "undo": table.undo_name(seat) if seat is not None else None,
    }
    return {name: msgspec.json.encode(part, order="sorted") for name, part in shown.items()}


def _difference(a: dict[str, bytes], b: dict[str, bytes]) -> str:
    for name, here in a.items():
        there = b[name]
        if here != there:
            at = next(
                (i for i, (x, y) in enumerate(zip(here, there, strict=False)) if x != y),
                min(len(here), len(there)),
            )
            cut = slice(max(0, at - 60), at + 60)
            return f"{name}: ...{here[cut].decode(errors='replace')}... and ...{there[cut].decode(errors='replace')}..."
    return ""


def leak(table: Table, seat: str | None, rng: random.Random, *, at_start: bool) -> tuple[str, int]:
    """Run two worlds side by side up to the seat's next own question; say what it can tell them apart by.

    Ends early, without a finding, when the seat legitimately learns something, or when the worlds go ways that
    cannot be compared. Returns what was found and how many times the worlds were compared.
    """
    dice = int(rng.random() * 1e9)
    a = _with_same_dice(table.fork(), dice)
    b = _with_same_dice(other_world(table, seat, rng, at_start=at_start), dice)
    if found := _renamed(table, b, seat):
        return found, 1
    compared = 0
    read: tuple[int | None, int | None] = (None, None)  # how much of each log has been compared
    for step in range(SPECTATED if seat is None else FOLLOWED):
        if not _has_hidden_question(a, b, seat):
            compared += 1
            if found := _difference(_news(a, seat, read[0]), _news(b, seat, read[1])):
                return found, compared
            read = len(a._recorder.entries), len(b._recorder.entries)
            if a.ask is None or b.ask is None or (step and seat is not None and a.ask.seat == seat):
                break
        elif seat is not None and all((ask := t.ask_for(seat)) is not None and ask.hidden for t in (a, b)):
            # What the seat may take back must not reveal who is asked in secret in each world.
            compared += 1
            if (mine := a.undo_name(seat)) != (other := b.undo_name(seat)):
                return f"undo: {mine!r} and {other!r} while a hidden question is open", compared
        if a.ask is None or b.ask is None or not _step(a, b, seat, rng):
            break
    return "", compared


def _renamed(table: Table, other: Table, seat: str | None) -> str:
    """A line of the log that reads differently in another world, because its names come from the state."""
    index, kinds, others = table.seat_index(seat), table.kinds, other.kinds
    if all(others.get(kind) is names for kind, names in kinds.items()):
        return ""
    for entry in table._recorder.entries:
        if entry.to is None or index in entry.to:
            here, there = (log_line(entry, 0, table.seats, names).text for names in (kinds, others))
            if here != there:
                return f"a line of the log, when it is read again or replayed: {here!r} and {there!r}"
    return ""


def _news(table: Table, seat: str | None, read: int | None) -> dict[str, bytes]:
    """Everything a seat is shown now, and the lines added since it read the log."""
    return seen_now(table, seat, None if read is None else len(table._recorder.entries) - read)


def _has_hidden_question(a: Table, b: Table, seat: str | None) -> bool:
    """A question of another seat with secret options may be open in one world and forced in the other: that tells nothing."""
    return any((ask := t.ask_for(seat)) is not None and (ask.hidden or not ask.options) for t in (a, b))


def _step(a: Table, b: Table, seat: str | None, rng: random.Random) -> bool:
    """Answer in both worlds so that a seat that cannot tell them apart still should not; False: stop comparing."""
    asked_a, asked_b = a.ask, b.ask
    assert asked_a is not None
    assert asked_b is not None
    if _place(a) == _place(b):
        common = [key for key in asked_a.keys if key in asked_b.keys]
        if not common:
            return False
        key = other = common[int(rng.random() * len(common))]
        if asked_a.spec.sealed and asked_a.seat != seat:  # what was answered is hidden as well
            other = common[int(rng.random() * len(common))]
        return _choose(a, key, seat) and _choose(b, other, seat)
    # A private question stays open in the world that lags behind; in the other one it was forced.
    lagging = min(a, b, key=lambda table: (table.turn, len(table.run.tape)))
    asked = lagging.ask
    if asked is None or not asked.spec.private or asked.seat == seat or asked.decline is None:
        return False
    return _choose(lagging, asked.decline, seat)


def _place(table: Table) -> tuple[Any, ...]:
    """Which question is open, as far as its words tell."""
    ask = table.ask
    assert ask is not None
    return table.turn, ask.seat, ask.prompt, ask.window, ask.topic


def _choose(table: Table, key: str, seat: str | None) -> bool:
    """Answer; false when the seat came to know something by it, or may have."""
    index = table.seat_index(seat)
    before, held = facts_known(table.run.state, index), secrets_of(table.run.state.copy())
    try:
        table.choose(key)
    except Exception:  # the plain play of the suite reports rules that fail
        return False
    if any(missing(cards) for cards in card_piles(table.run.state)):
        return False  # likewise
    if table._recorder.was_told or _shown_and_lost(held, secrets_of(table.run.state)):
        return False
    return facts_known(table.run.state, index) <= before


def _shown_and_lost(before: list[Cards | Hidden], now: list[Cards | Hidden]) -> bool:
    """Whether something may have been shown that leaves no trace in what is known: it was mixed away, or rolled again."""
    for old, new in zip(before, now, strict=False):
        if isinstance(old, Cards) and isinstance(new, Cards) and old.mixings != new.mixings:
            return True
        if isinstance(old, Hidden) and isinstance(new, Hidden):
            if old.lessons != new.lessons and old.writes != new.writes:
                return True
    return False


# Undo


def worlds_before(table: Table, rng: random.Random) -> list[tuple[str | None, Table]]:
    """For each seat another world it cannot tell from this one, before an answer is given."""
    found: list[tuple[str | None, Table]] = []
    for seat in table.seats:
        try:
            found.append((seat.id, other_world(table, seat.id, rng)))
        except NoWorld:
            continue
    return found


def told_apart(
    table: Table, others: list[tuple[str | None, Table]], value: Any
) -> list[tuple[str | None, str]]:
    """The seats that could tell their other world from the real one after an answer without dice."""
    found: list[tuple[str | None, str]] = []
    last = table._recorder.history.given[-1]
    for seat, other in others:
        ask = other.ask
        if ask is None or value not in ask.values or table._recorder.history.given[-1] is not last:
            continue
        drawn, shown = other.drawn, len(table._recorder.entries) - last.place.entries
        try:
            other.choose(next(option.key for option in ask.options if option.value == value))
        except Exception:
            continue
        if _has_hidden_question(table, other, seat):
            continue  # one world waits where the other has gone on: that tells nothing
        if other.drawn != drawn:
            found.append((seat, "chance was asked for in one world only"))
            continue
        here, there = seen_now(table, seat, last=shown), seen_now(other, seat)
        here["undo"] = there["undo"] = b""
        if difference := _difference(here, there):
            found.append((seat, difference))
    return found


# Imagination


#: Where a place has not varied so far, this many worlds are imagined: of two cards, one could lie there six times by chance.
SURE = 60


def idle_places(table: Table, seat: str, rng: random.Random, worlds: int) -> tuple[list[str], int]:
    """Hidden places that could hold another card but never do; and how often no world was found."""
    index = table.seat_index(seat)
    run = table.run
    places: dict[tuple[int, int, int], set[int]] = {}
    for pile, cards in enumerate(card_piles(run.state)):
        for zone, held in enumerate(cards.zones):
            for at, card in enumerate(held):
                if cards.knows(index, card) or run.game.deduces(run.state, index, cards, card):
                    continue
                if _could_vary(cards, index, card):
                    places[pile, zone, at] = set()
    failed = 0
    if not places:
        return [], 0
    for n in range(max(worlds, SURE)):
        if n >= worlds and all(len(seen) > 1 for seen in places.values()):
            break
        try:
            world = imagine(run, index, rng)
        except CannotImagine:
            failed += 1
            continue
        piles = card_piles(world.state)
        for pile, zone, at in places:
            places[pile, zone, at].add(piles[pile].zones[zone][at])
    return [
        f"place {at + 1} of zone {zone}" for (_, zone, at), seen in places.items() if len(seen) == 1
    ], failed


def numbers_that_vary(
    table: Table, seat: str, rng: random.Random, worlds: int
) -> tuple[dict[str, bool], int]:
    """Of each row of hidden numbers, and each field that the game calls hidden: whether it varies when it is dealt again.

    Only rows in which something was hidden from the seat when the turn began count. Also returns how often nothing could
    be dealt.
    """
    index, run = table.seat_index(seat), table.run
    pinned = known_now(run, index)
    rows = [
        (n, field_of(run.start, it))
        for n, it in enumerate(secrets_of(run.start))
        if isinstance(it, Hidden)
        and len(set(it.domain)) > 1
        and any(not it.knows(index, at) and at not in pinned[n] for at in range(len(it.values)))
    ]
    fields = run.game.hidden_fields
    varies, failed = dict.fromkeys((*(name for _, name in rows), *fields), False), 0
    for _ in range(worlds if varies else 0):
        try:
            other = redealt(run, index, rng, pinned)
        except CannotImagine:
            failed += 1
            continue
        here, there = secrets_of(run.start), secrets_of(other)
        for n, name in rows:
            varies[name] = varies[name] or here[n] != there[n]
        for name in fields:
            varies[name] = varies[name] or value_at(run.start, name) != value_at(other, name)
    return varies, failed


def _could_vary(cards: Cards, seat: int | None, card: int) -> bool:
    """Whether another card that this seat does not know could lie here instead."""
    return any(
        other != card and not cards.knows(seat, other) and cards.could_swap(seat, card, other)
        for other in range(len(cards.known))
    )
