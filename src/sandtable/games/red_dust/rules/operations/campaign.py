"""16.10 Campaign."""

from __future__ import annotations

from sandtable.engine import Choice, Refusal, Steps, say
from sandtable.engine.asking import Topic

from ...cards.campaigns import draw_and_play, play_top, put_forced_on_top
from ...printed.map import CORPORATIONS, RED_DUST
from ...printed.pieces import ACTIVE_RD_REBEL, CORP_BASES, RD_REBELS
from ...state import Action, Mars
from ..alignment import ACTIVE_OPPOSITION, PASSIVE_SUPPORT, shift_told
from ..earthgov import set_confidence
from ..placing import activate_own
from ..population import place_damage
from ..reasons import IN_A_STORM, NO_POPULATION, NO_REBELS_OF_YOURS, on_mars
from ..resources import charge
from ..special_activities.take import last_special
from .next_space import next_space


def campaign_refusal(s: Mars, a: Action, space: int) -> Refusal | None:
    """16.10 Populated spaces with RD Rebels."""
    if not s.has(space, RD_REBELS):
        return NO_REBELS_OF_YOURS
    if not s.population(space):
        return NO_POPULATION
    return None if s.is_open(space, RED_DUST) else IN_A_STORM


CAMPAIGN_AT = Choice(lambda s, a: s.mars_with(*RD_REBELS), campaign_refusal, guard=on_mars)
CAMPAIGN = Topic(
    "campaign",
    "16.10",
    "The space shifts one step towards Opposition, and may suffer Damage or bring you a Campaign card.",
    "space",
)


def campaign(s: Mars, a: Action) -> Steps[bool]:
    """16.10 Campaign. People turn away from Earth; where they already have, a Campaign card is drawn at the end."""
    space = yield from next_space(
        s,
        a,
        CAMPAIGN,
        CAMPAIGN_AT,
        "Campaign where?",
        "Campaign in {it}",
        in_one_go=True,
        is_last=not a.campaigns,
    )
    if space is None:
        return False
    if not s.at(space, ACTIVE_RD_REBEL):
        yield from activate_own(s, RED_DUST, space)
    yield say(
        "Red Dust: Campaign in {space}.", space=space, sums="{n:Campaign in {space}|Campaign in {n} spaces}"
    )
    yield from shift_told(s, space, -1)
    if s.alignment[space] == ACTIVE_OPPOSITION:
        a.campaigns += 1
        if s.is_nonplayer(RED_DUST) and a.campaigns == 1:
            put_forced_on_top(s)
            yield from play_top(s)  # 8.6 the first card it earns, at once, and no other
    elif s.alignment[space] == PASSIVE_SUPPORT:
        yield from place_damage(s, space)
        yield from set_confidence(s, False)
        if s.has(space, CORP_BASES):
            text = "The Campaign in {space} costs {who:the_faction} {n}."
            yield from charge(s, CORPORATIONS, 2, text, space=space)
    return True


def end_campaign(s: Mars, a: Action) -> Steps[None]:
    """16.10 At the end one of the cards drawn comes into play and the others are shuffled back."""
    if a.campaigns and not s.is_nonplayer(RED_DUST):
        yield from draw_and_play(s, a.campaigns)
        yield from last_special(s, a)
