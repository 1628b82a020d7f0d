"""RT 10 Clue cards, and RT 12: the Traitor appears when a face is whole."""

from __future__ import annotations

from functools import partial

from sandtable.engine import Listed, Refusal, Steps, Word, say
from sandtable.engine.asking import Topic, part_of, pick

from ..state import CLUE, CLUES, CLUES_OUT, NOWHERE, SET, NuEarth
from .choices import HIDDEN_CLUES


def draw_clues(s: NuEarth, seat: int, n: int = 1) -> Steps:
    """8.1 Reward. A completed mission pays with a Clue card; only its owner sees it."""
    zone = s.zone(seat, CLUE)
    drawn = yield from s.cards.draw_on(CLUES, CLUES_OUT, zone, by=seat, n=n, topic="clue deck")
    for card in drawn:
        yield say("{who:seat} draws a Clue card.", who=seat)
        yield say("It is {card}.", seen_by=[seat], card=card, tone="good")
    yield from turn_up_set(s, seat)


def parts_held(s: NuEarth, seat: int) -> list[int]:
    """The parts of each face a player holds, as bits: duplicates do not help."""
    box = s.box
    parts = len(box.parts)
    held = [0] * len(box.faces)
    for card in s.clues(seat):
        face, part = divmod(box.clue_kind(card), parts)
        held[face] |= 1 << part
    return held


def most_matching(s: NuEarth, seat: int) -> int:
    """How many parts of one face a player has at best; all of them with an open set."""
    if s.set_of(seat):
        return len(s.box.parts)
    return max(bits.bit_count() for bits in parts_held(s, seat))


def turn_up_set(s: NuEarth, seat: int) -> Steps:
    """12.1 A full set. Four matching Clues must be turned up; the player drops his Mission and draws no more."""
    box = s.box
    parts = len(box.parts)
    if s.set_of(seat):
        return
    whole = (1 << parts) - 1
    face = next((face for face, bits in enumerate(parts_held(s, seat)) if bits == whole), None)
    if face is None:
        return
    for part in range(parts):
        kind = face * parts + part
        s.take(next(card for card in s.clues(seat) if box.clue_kind(card) == kind), seat, SET)
    yield say(
        "{who:seat} turns up a whole face: {cards:card}.",
        who=seat,
        cards=tuple(s.set_of(seat)),
        opens=True,
        tone="good",
    )
    yield from drop_missions(s, seat)
    yield from traitor_appears(s)


def drop_missions(s: NuEarth, seat: int) -> Steps:
    """8.4 A player with a full set discards his Mission."""
    for mission in s.missions(seat)[:]:
        s.discard(mission)
        yield say("{who:seat} drops {card}.", who=seat, card=mission)


def traitor_appears(s: NuEarth) -> Steps:
    """12.2 The Traitor's piece goes to the Bridge with four lives, the first time a set is open. R-RT-29."""
    if s.traitor != NOWHERE:
        return
    s.traitor, s.traitor_lives = s.box.bridge, s.box.sheet.traitor_lives
    yield say("The Traitor appears at {place:sector}.", place=s.traitor)


KEEP_CLUES = Word("done", "Keep the rest")
NOT_IN_DECK = Refusal("{it} is not in the Clue deck.")
NOT_WANTED = Refusal("{it} is not the part you lack.")
ANOTHER_COPY = Refusal("Another card of the same part is offered.")
CLUE_OUT = Topic("clue_out", "10.3", "You lose this Clue, and everybody sees which one it was.", "card")


def discard_clues(s: NuEarth, seat: int) -> Steps:
    """10.3 Clue limit. Those over four are discarded; R-RT-35: an open set counts. R-RT-27: any, once all are in hands."""
    limit = s.box.sheet.clue_hand
    while len(s.set_of(seat)) > len(s.box.parts):
        yield from _discard_set(s, seat)
    while (clues := s.clues(seat)) and (over := len(clues) + len(s.set_of(seat)) - limit) > 0:
        card = yield part_of(
            "several",
            over,
            pick(
                seat,
                CLUE_OUT,
                "Too many Clue cards: discard which?",
                HIDDEN_CLUES.of(s, seat),
                label="Discard {it}",
                hide_options=True,
            ),
        )
        yield from _discard(s, seat, card)
    if s.cards.count(CLUES) + s.cards.count(CLUES_OUT) == 0:
        yield from discard_unwanted(s, seat)


SET_OUT = Topic("set_out", "10.3", "You lose every part of that face; the other set stays open.", "face")


def _discard_set(s: NuEarth, seat: int) -> Steps:
    """10.3 Clue limit. 11.2, R-RT-35: of two open sets, one inherited from a dead GI, the player keeps one."""
    box = s.box
    parts = len(box.parts)
    faces = sorted({box.clue_kind(card) // parts for card in s.set_of(seat)})
    face = yield pick(  # both may show the same face, in other copies: then there is nothing to ask
        seat,
        SET_OUT,
        "You may keep only one open set. Discard which?",
        faces,
        label="Discard the face of {it}",
    )
    for part in range(parts):
        kind = face * parts + part
        yield from _discard(s, seat, next(card for card in s.set_of(seat) if box.clue_kind(card) == kind))


CLUE_UNWANTED = Topic(
    "clue_unwanted", "10.3", "A Clue you discard can be drawn again by the next player who earns one.", "card"
)


def discard_unwanted(s: NuEarth, seat: int) -> Steps:
    """10.3 Clue limit. R-RT-27: when every Clue card is in a hand, unwanted ones may go."""
    while clues := s.clues(seat):
        card = yield part_of(
            "several",
            len(clues),
            pick(
                seat,
                CLUE_UNWANTED,
                "No Clue card is left to draw. Discard one?",
                HIDDEN_CLUES.of(s, seat, then=(KEEP_CLUES,)),
                label="Discard {it}",
                hide_options=True,
            ),
        )
        if card == KEEP_CLUES:
            break
        yield from _discard(s, seat, card)


def _discard(s: NuEarth, seat: int, card: int) -> Steps:
    s.discard(card)
    yield say("{who:seat} discards {card}.", who=seat, card=card)


SEARCH = Topic(
    "search",
    "15",
    "Yes shows you the whole Clue deck, and you take a card: the part you lack, if it is there.",
)
SEARCH_TAKE = Topic(
    "search_take",
    "15",
    "The card joins your Clues and the deck is shuffled; a face that is whole is turned up.",
    "card",
)


def search_battle_computer(s: NuEarth, seat: int) -> Steps:
    """15 Battle Computer. With three matching Clues, look through the deck for the fourth. R-RT-32."""
    if not s.cards.count(CLUES):  # 1.1 a deck that has run out is made anew
        s.cards.gather(CLUES_OUT, CLUES)
        yield from s.cards.shuffle(CLUES, "clue deck")
    box, deck = s.box, s.cards.zones[CLUES]
    parts = len(box.parts)
    wanted = [
        face * parts + part
        for face, bits in enumerate(parts_held(s, seat))
        if bits.bit_count() == parts - 1
        for part in range(parts)
        if not bits >> part & 1
    ]
    if not deck or s.set_of(seat):
        return
    searches = yield pick(
        seat,
        SEARCH,
        "Search the Clue deck with the Battle Computer?",
        [True, False] if wanted else [False],
        private=True,
    )
    if not searches:
        return
    yield say("{who:seat} searches the Clue deck.", who=seat, reveals_secret=True)
    s.cards.look(deck, seat)
    found = [card for card in deck if box.clue_kind(card) in wanted]
    card = yield pick(
        seat,
        SEARCH_TAKE,
        "Take which Clue card?",
        Listed(_one_of_each(s, found or deck), partial(_not_found, deck, found)),
        label="Take {it}",
        private=True,
    )
    s.cards.give(card, s.zone(seat, CLUE), seen_by=[seat])
    yield from s.cards.shuffle(CLUES, "clue deck")
    yield from turn_up_set(s, seat)


def _not_found(deck: list[int], found: list[int], card: int) -> Refusal:
    """15 Battle Computer. R-RT-32: the missing part if it is in the deck, otherwise any card."""
    if card not in deck:
        return NOT_IN_DECK
    return NOT_WANTED if found and card not in found else ANOTHER_COPY


def _one_of_each(s: NuEarth, cards: list[int]) -> list[int]:
    """One copy of each face and part."""
    kinds = {s.box.clue_kind(card): card for card in reversed(cards)}
    return sorted(kinds.values())
