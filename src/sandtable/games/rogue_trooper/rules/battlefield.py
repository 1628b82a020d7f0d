"""RT 4.3 Battlefield Encounters and RT 4.4 Evading."""

from __future__ import annotations

from functools import partial
from typing import Any

from sandtable.engine import Choice, Line, Listed, Refusal, Roll, Steps, Word, say
from sandtable.engine.asking import Topic, pick, put_in_order, yes_no

from ..printed.box import ARMOUR, FORTIFICATION
from ..state import BOARD, BUSTED_TANK, COMPANION, ENCOUNTERS, ENCOUNTERS_OUT, ITEM, STACK, NuEarth
from .combat import FIRE, Target, back_up, fight, first_salvos, rounds_in, salvo_says, why_no_salvo
from .lives import lose_lives
from .places import evade_modifier, evade_mods, is_suitable
from .prison import surrender, surrender_refusal
from .supply import draw_supplies, keep_to_limit

EVADE = Word("evade", "Evade", says="Roll to get past it; if you fail you can still fight.")
SURRENDER = Word(
    "surrender",
    "Surrender",
    says="To prison, without rounds, Special Items and Companions; your lives are safe.",
)
GLASS_ZONE = Refusal("Nobody evades in a Glass Zone.")
NO_EVADING = Refusal("A Rogue card forbids you to evade in this turn.")
HAS_TRIED = Refusal("You have tried to evade this card.")
NEEDS = Line("You need a {n:number} or more on a die; if you fail you can still fight.")
CANNOT_FAIL = Line("Certain: any roll gets you past it.")
NO_CHANCE = Line("Hopeless: no roll gets you past it.")
AGAINST = Line("against Initiative {n:number}")
NOT_DRAWN = Refusal("{it} is not among the cards to face.")
SAME_CARD = Refusal("Another card of the same kind is offered.")
OTHER_INITIATIVE = Refusal("{it} has another Initiative and so its own place.")


def draw_stack(s: NuEarth) -> Steps:
    """4.3.1 Drawing. The left player draws up to the rating; face-up cards already there count.

    R-RT-36: Reinforcements add their cards however many wait there.
    """
    seat = s.mover
    here = s.sector[seat]
    left = s.left_of(seat)
    waiting = s.faces_up_at(here)
    n = max(0, s.box.rating[here] - len(waiting)) + s.extra_cards
    if n:
        n -= yield from _scout(s, n)
    drawn = yield from s.cards.draw_on(
        ENCOUNTERS, ENCOUNTERS_OUT, STACK, by=left, n=n, topic="encounter deck"
    )
    for card in drawn:
        if not is_suitable(s.box, card, here):
            s.discard(card)
            yield say(
                "{card} cannot appear in this sector: discarded.",
                card=card,
                sums="{n:{card} cannot appear in this sector: discarded.|{n} cards cannot appear in this sector: discarded.}",
            )
    stack = yield from _sorted(s, left, s.cards.zones[STACK][:])
    yield from lay_stack(s, stack, waiting)


SCOUT = Topic("scout", "4.3.1", "Yes uses up your Recon Scope, and fewer cards are drawn for you to face.")


def _scout(s: NuEarth, n: int) -> Steps[int]:
    """4.3.1 Drawing. B6: a Recon Scope means fewer cards this turn."""
    scope = s.has_item(s.mover, "scouts")
    ways = [False] if scope is None else [True, False]
    uses = yield pick(s.mover, SCOUT, "Use the Recon Scope to draw one Encounter card fewer?", ways)
    if scope is None or not uses:
        return 0
    s.discard(scope)
    yield say("{who:seat} uses {card}.", who=s.mover, card=scope)
    return min(n, s.box.items[s.box.item[scope]].scouts)


SORT = Topic(
    "sort", "4.3.2", "The player whose turn it is faces these cards in the order you give them.", "card"
)


def _sorted(s: NuEarth, left: int, cards: list[int]) -> Steps[list[int]]:
    """4.3.2 Sorting. By Initiative, highest first; the left player orders equals. R-RT-11: cards without one come last."""
    return _by_initiative(s, left, SORT, "{mover:seat} faces these cards. Which comes first?", cards, True)


def _by_initiative(
    s: NuEarth, left: int, topic: Topic, prompt: str, cards: list[int], private: bool
) -> Steps[list[int]]:
    """4.3.2 Sorting. One card, or copies of one, need no answer, and leave no trace that there are no others."""
    foes = s.box.foes
    laid: list[int] = []
    for initiative in sorted({foes[card].initiative for card in cards}, reverse=True):
        rest = [card for card in cards if foes[card].initiative == initiative]
        while len(able := _one_of_each(s, rest)) < len(rest):
            first = yield pick(
                left,
                topic,
                prompt,
                Listed(able, partial(why_not_next, rest, cards)),
                about={"mover": s.mover},
                private=private,
            )
            laid.append(first)
            rest.remove(first)
        laid += yield from put_in_order(
            left,
            topic,
            prompt,
            Listed(rest, partial(why_not_next, rest, cards)),
            about={"mover": s.mover},
            private=private,
        )
    return laid


def _one_of_each(s: NuEarth, cards: list[int]) -> list[int]:
    """Of copies of a card only the first: they are drawn in an order nobody knows, so which one it is tells nothing."""
    foes = s.box.foes
    return [card for n, card in enumerate(cards) if all(foes[card] is not foes[it] for it in cards[:n])]


def why_not_next(equals: list[int], cards: list[int], card: int) -> Refusal:
    """4.3.2 Why a card is not among those of one Initiative, of which one comes next."""
    if card in equals:
        return SAME_CARD
    return OTHER_INITIATIVE if card in cards else NOT_DRAWN


def lay_stack(s: NuEarth, laid: list[int], waiting: list[int]) -> Steps:
    """4.3.3 The stack, with only its top card seen. R-RT-12: cards left behind are faced first."""
    if len(waiting) > 1:
        waiting = yield from _sorted_face_up(s, waiting)
    for card in reversed(laid):
        s.cards.give(card, STACK)
    for card in reversed(waiting):
        s.cards.give(card, STACK)
    yield from _lucky_break(s)


SORT_LEFT = Topic(
    "sort_left",
    "4.3.2",
    "The player whose turn it is faces the cards left behind in your order, before any new ones.",
    "card",
)


def _sorted_face_up(s: NuEarth, waiting: list[int]) -> Steps[list[int]]:
    """4.3.2 Sorting. R-RT-12: cards left behind lie by Initiative as well; the left player orders equals."""
    prompt = "{mover:seat} faces the cards left behind. Which comes first?"
    return _by_initiative(s, s.left_of(s.mover), SORT_LEFT, prompt, waiting, False)


def _lucky_break(s: NuEarth) -> Steps:
    """B8 Lucky Break: once the stack is laid, its top card is discarded, unless it is a Hazard or Fortification."""
    stack = s.cards.zones[STACK]
    if not s.discard_top or not stack:
        return
    s.discard_top = False
    top = stack[-1]
    s.cards.reveal([top])
    if s.box.foes[top].stays:
        yield say("{card} is on top and stays.", card=top)
    else:
        s.discard(top)
        yield say("A lucky break: {card} is discarded.", card=top)


def face_waiting(s: NuEarth) -> Steps:
    """4.2 A GI who did not move faces unbeaten Hazards and Fortifications where he is."""
    yield from lay_stack(s, [], s.faces_up_at(s.sector[s.mover]))


def face_top(s: NuEarth) -> Steps:
    """4.3.3 The stack. The GI resolves the top card."""
    seat = s.mover
    card = s.cards.zones[STACK][-1]
    foe = s.box.foes[card]
    s.cards.reveal([card])
    yield say("{who:seat} faces {card}.", who=seat, card=card, opens=True)
    if s.has_evaded and not foe.is_fought:  # 4.4.5, R-RT-38
        s.has_evaded = False
        s.discard(card)
        yield say("{card} is discarded: the card before it was evaded.", card=card)
        return
    s.has_evaded = False
    if foe.companion is not None:
        yield from _meet_companion(s, card)
    elif foe.item >= 0:
        s.take(card, seat, ITEM)
        yield say("{who:seat} takes {card}.", who=seat, card=card, tone="good")
        yield from keep_to_limit(s, seat)
    elif foe.is_boon:
        yield from _take_boon(s, card)
    else:
        yield from _face_foe(s, card)


def _take_boon(s: NuEarth, card: int) -> Steps:
    """B4, 7.3 A boon is used at once, before the next card."""
    foe, seat = s.box.foes[card], s.mover
    s.discard(card)
    if gained := s.heal(seat, foe.lives):
        yield say("{who:seat} regains {n:lives}.", who=seat, n=gained, tone="good")
    if foe.supply:
        yield from draw_supplies(s, seat, foe.supply)


AVOID = Topic(
    "avoid",
    "4.3.4",
    "Yes rolls to leave this Companion behind; if you fail or say no, the Companion joins you.",
)


def _meet_companion(s: NuEarth, card: int) -> Steps:
    """4.3.4 Companions. They are taken; 4.4.1: one of them can be evaded."""
    seat, companion = s.mover, s.box.foes[card].companion
    assert companion is not None
    initiative = companion.evade_initiative
    if initiative is not None and may_evade(s, seat):
        if (yield yes_no(seat, AVOID, "Evade {card}?", about={"card": card})) and (
            yield from evade(s, seat, initiative)
        ):
            s.discard(card)
            s.has_evaded = True
            yield say("{who:seat} evades {card}.", who=seat, card=card, tone="good")
            return
    s.take(card, seat, COMPANION)
    s.welcome(card)
    yield say("{card} joins {who:seat}.", who=seat, card=card, tone="good")


def evade_refusal(s: NuEarth, seat: int) -> Refusal | None:
    """4.4.1 Not in a Glass Zone, nor if a Rogue card forbids it."""
    if s.box.is_glass[s.sector[seat]]:
        return GLASS_ZONE
    return NO_EVADING if s.no_evading and seat == s.mover else None


def may_evade(s: NuEarth, seat: int) -> bool:
    """4.4.1 Whether a GI may try to evade."""
    return evade_refusal(s, seat) is None


def evade_says(s: NuEarth, seat: int, initiative: int) -> Line:
    """4.4 The number that the die must show."""
    modifier = evade_modifier(s, seat)
    good = [face for face in range(1, 7) if slips(s, face + modifier, initiative)]
    if len(good) in (0, 6):
        return CANNOT_FAIL if good else NO_CHANCE
    return AT_MOST.of(n=good[-1]) if s.literal_evasion else NEEDS.of(n=good[0])


AT_MOST = Line("You need a {n:number} or less on a die; if you fail you can still fight.")


def slips(s: NuEarth, total: int, initiative: int) -> bool:
    """4.4.3, R-RT-13 Whether a total gets a GI past an Initiative."""
    return total <= initiative if s.literal_evasion else total > initiative


def evade(s: NuEarth, seat: int, initiative: int) -> Steps[bool]:
    """4.4 Evading. A die with modifiers must be higher than the Initiative (R-RT-13; literally: not higher)."""
    die = yield Roll(1, topic="evade", by=seat, mods=(*evade_mods(s, seat), AGAINST.of(n=initiative)))
    total = die + evade_modifier(s, seat)
    return slips(s, total, initiative)


def target_of(s: NuEarth, card: int) -> Target:
    """The target that a card is to a weapon."""
    foe = s.box.foes[card]
    return Target(foe.categories, foe.gp_proof)


def ways_to_face(s: NuEarth, card: int, *, has_tried: bool) -> list[Any]:
    """4.3.5 Fight, with a salvo that can affect the card (5.2), evade, or surrender."""
    return [*first_salvos(s, s.mover, target_of(s, card)), *WAYS_OUT.all(s, card, has_tried)]


def way_out_refusal(s: NuEarth, card: int, has_tried: bool, way: Word) -> Refusal | None:
    """4.3.5 Why a GI cannot evade a card, or surrender to it."""
    if way == SURRENDER:
        return surrender_refusal(s, card)
    return HAS_TRIED if has_tried else evade_refusal(s, s.mover)


def every_way_out(s: NuEarth, card: int, has_tried: bool) -> tuple[Word, ...]:
    return EVADE, SURRENDER


WAYS_OUT = Choice(every_way_out, way_out_refusal)


def why_not_face(s: NuEarth, card: int, has_tried: bool, way: Any) -> Refusal | None:
    """4.3.5 Why a GI cannot meet a card in this way."""
    if isinstance(way, Word):
        return way_out_refusal(s, card, has_tried, way)
    return why_no_salvo(s, s.mover, target_of(s, card), way)


def facing(s: NuEarth, card: int, *, has_tried: bool) -> Listed:
    """4.3.5 How a GI can meet a card, and why not in another way."""
    return Listed(ways_to_face(s, card, has_tried=has_tried), partial(why_not_face, s, card, has_tried))


def face_says(s: NuEarth, card: int, way: Any) -> Line | None:
    """4.3.5 The cost and the requirements of a way to meet a card."""
    if way == EVADE:
        return evade_says(s, s.mover, s.box.foes[card].initiative)
    return salvo_says(s, s.mover, target_of(s, card), True, way)


FACE = Topic(
    "face",
    "4.3.5",
    "A fight destroys the card or costs you lives; evading may get you past it; surrender means prison.",
    ("weapon", "number"),
)
STAND = Topic(
    "stand",
    "4.3.5",
    "A fight destroys the card or costs you lives; surrender means prison and leaves you only your chips.",
    ("weapon", "number"),
)


def _face_foe(s: NuEarth, card: int) -> Steps:
    """4.3.5 Facing a card. He may try to evade; otherwise he surrenders or fights."""
    seat, foe = s.mover, s.box.foes[card]
    way = yield pick(
        seat,
        FACE,
        "{card}: what do you do?",
        facing(s, card, has_tried=False),
        label=FIRE,
        about={"card": card},
        data=rounds_in,
        others=(EVADE, SURRENDER),
        says=partial(face_says, s, card),
    )
    if way == EVADE:
        if (yield from evade(s, seat, foe.initiative)):
            s.discard(card)
            s.has_evaded = True
            yield say("{who:seat} evades {card}.", who=seat, card=card, tone="good")
            return
        yield say("{who:seat} fails to evade {card}.", who=seat, card=card, tone="bad")
        way = yield pick(
            seat,
            STAND,
            "You failed to evade {card}. What do you do?",
            facing(s, card, has_tried=True),
            label=FIRE,
            about={"card": card},
            data=rounds_in,
            others=(SURRENDER,),
            says=partial(face_says, s, card),
        )
    if way == SURRENDER:
        yield from surrender(s, card)
    else:
        yield from fight_card(s, card, way)


def fight_card(s: NuEarth, card: int, way: Any) -> Steps:
    """5 Combat. Who scores higher; equal is enough for the GI. Beaten cards are discarded."""
    seat, foe = s.mover, s.box.foes[card]
    target = target_of(s, card)
    salvo = yield from back_up(s, seat, target, way)
    has_won = yield from fight(s, seat, target, foe.firepower, Line("{card}", {"card": card}), salvo=salvo)
    if has_won:
        s.discard(card)
        yield say("{who:seat} destroys {card}.", who=seat, card=card, tone="good")
        if foe.categories & (ARMOUR | FORTIFICATION) and s.box.side[s.sector[seat]] == "N":
            s.deeds[seat] |= BUSTED_TANK
        return
    if foe.stays:  # 6 (a) it stays on the board until it is destroyed
        s.cards.play(card, BOARD)
        s.board[card] = s.sector[seat]
    else:
        s.discard(card)
    yield from lose_lives(s, seat, 2 if foe.double_damage else 1)
