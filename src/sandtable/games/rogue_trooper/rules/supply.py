"""RT 7 Supply cards: Standard Issue is used up at once, Special Items lie by the sheet."""

from __future__ import annotations

from sandtable.engine import Roll, Steps, say
from sandtable.engine.asking import Topic, part_of, pick

from ..state import ITEM, SUPPLIES, SUPPLIES_OUT, NuEarth
from .choices import SPECIAL_ITEMS


def draw_supplies(s: NuEarth, seat: int, n: int) -> Steps:
    """7 Supply cards. Everybody sees what is drawn; rounds go on the tracks, items by the sheet."""
    zone = s.zone(seat, ITEM)
    drawn = yield from s.cards.draw_on(SUPPLIES, SUPPLIES_OUT, zone, n=n, topic="supply deck")
    if not drawn:
        return
    s.cards.reveal(drawn)
    yield say("{who:seat} draws {cards:card}.", who=seat, cards=tuple(drawn))
    box = s.box
    for card in drawn:
        issue = box.issue(card)
        if issue.item < 0:
            s.issue(seat, issue.ammunition, issue.rounds)
            s.discard(card)
    yield from keep_to_limit(s, seat)


def draw_dice_of_supplies(s: NuEarth, seat: int, dice: int) -> Steps:
    """7 Supply cards, as many as the dice say."""
    n = yield Roll(dice, topic="supplies", by=seat)
    yield from draw_supplies(s, seat, n)


DROP = Topic("drop", "7.2", "You lose this Special Item and keep the others.", "card")


def keep_to_limit(s: NuEarth, seat: int) -> Steps:
    """7.2 Special Items. At most six Special Items; the player says which go."""
    limit = s.box.sheet.item_limit
    while (over := len(s.items(seat)) - limit) > 0:
        card = yield part_of(
            "several",
            over,
            pick(
                seat,
                DROP,
                "Too many Special Items: discard which?",
                SPECIAL_ITEMS.of(s, seat),
                label="Discard {it}",
            ),
        )
        s.discard(card)
        yield say("{who:seat} discards {card}.", who=seat, card=card)
