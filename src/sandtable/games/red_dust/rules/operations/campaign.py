"""16.10 Campaign."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.engine import Steps, say
from sandtable.engine.asking import Topic

from ...cards.campaigns import draw_and_play
from ...printed.map import CORPORATIONS, ON_MARS, RED_DUST
from ...printed.pieces import ACTIVE_RD_REBEL, CORP_BASES, RD_REBELS
from ...state import Action, Mars
from ..alignment import ACTIVE_OPPOSITION, PASSIVE_SUPPORT, now_at, shift
from ..earthgov import set_confidence
from ..placing import activate_own
from ..population import place_damage
from ..resources import charge
from ..special_activities.take import last_special
from .next_space import next_space


def campaign_spaces(s: Mars, a: Action) -> Iterator[int]:
    """16.10 Populated spaces with RD Rebels."""
    return (
        space
        for space in ON_MARS
        if s.has(space, RD_REBELS) and s.population(space) and s.is_open(space, RED_DUST)
    )


CAMPAIGN = Topic(
    "campaign",
    "16.10",
    "The space shifts one step towards Opposition, and may suffer Damage or bring you a Campaign card.",
    "space",
)


def campaign(s: Mars, a: Action) -> Steps[bool]:
    """16.10 Campaign. People turn away from Earth; where they already have, a Campaign card is drawn at the end."""
    space = yield from next_space(s, a, CAMPAIGN, campaign_spaces, "Campaign where?", "Campaign in {it}")
    if space is None:
        return False
    if not s.at(space, ACTIVE_RD_REBEL):
        yield from activate_own(s, RED_DUST, space)
    shift(s, space, -1)
    yield say("Red Dust: Campaign in {space}.", space=space)
    yield now_at(s, space)
    if s.alignment[space] == ACTIVE_OPPOSITION:
        a.campaigns += 1
    elif s.alignment[space] == PASSIVE_SUPPORT:
        yield from place_damage(s, space)
        yield from set_confidence(s, False)
        if s.has(space, CORP_BASES):
            text = "The Campaign in {space} costs {who:the_faction} {n}."
            yield from charge(s, CORPORATIONS, 2, text, space=space)
    return True


def end_campaign(s: Mars, a: Action) -> Steps[None]:
    """16.10 At the end one of the cards drawn comes into play and the others are shuffled back."""
    if a.campaigns:
        yield from draw_and_play(s, a.campaigns)
        yield from last_special(s, a)
