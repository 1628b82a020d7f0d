"""The odds the player can ask for before an answer, in words: battles, Breakoffs, special actions, Mission attempts."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from sandtable.engine import Odds, Roll, Run

from ...common.house.chances import Fight
from ...common.printed.files import TableLine
from ...common.show.odds import dice_words, hits_taken
from ..house.chances import attempt, fight_on
from ..rules.actions import ASSAULT, ASSEMBLE, BOMBARD, NET_RUN, NOTHING
from ..rules.combat import BREAK_OFF, REST
from ..state import Squadron

FIGHT = "fights to the end; hits go where they take most fire away, losses where they cost least"


def odds_of(run: Run[Squadron], value: Any) -> Odds | None:
    """The chances of an answer, where there is more to say than what is thrown next."""
    ask, s = run.ask, run.state
    assert ask is not None
    if ask.topic == "resolve" and value is True:
        return _attempt_odds(s)
    if ask.topic == "fight" and value != BREAK_OFF:
        return _fight_odds(fight_on(s))
    if ask.topic == "break_off" and value != REST:
        energy = min(6, s.energy(value))
        return Odds({"it breaks off": Fraction(energy, 6), "it stays": Fraction(6 - energy, 6)})
    if ask.topic in ("runner", "extra_runner") and isinstance(value, int):
        return _run_odds(s)
    if ask.topic == "special":
        return _action_odds(s, value)
    return None


def _rounded(chances: Mapping[str, float], policy: str) -> Odds:
    """Chances that were worked out in decimals, as fractions."""
    return Odds(
        {what: Fraction(p).limit_denominator(10**6) for what, p in chances.items() if p > 1e-9}, policy=policy
    )


def _fight_odds(fight: Fight) -> Odds:
    chances: dict[str, float] = {}
    for hits, p in sorted(fight.won.items()):
        name = f"battle won, {hits_taken(hits)}"
        chances[name] = chances.get(name, 0.0) + p
    neither = sum(fight.stalemate.values())
    return _rounded({**chances, "neither won nor lost": neither, "battle lost": fight.lost}, FIGHT)


def _attempt_odds(s: Squadron) -> Odds:
    chances = attempt(s)
    names = {
        "objective done": chances.done,
        "battle lost": chances.lost,
        "objective not done": chances.failed,
    }
    return _rounded(names, FIGHT)


def _action_odds(s: Squadron, action: Any) -> Odds | None:
    """17.2 The dice of a special action: how many Positives, and whether something burns out."""
    if action == NET_RUN:
        return _run_odds(s)
    icons = {
        ASSEMBLE: ("assembly", "assembly"),
        BOMBARD: ("bombardment", "bombardment"),
        ASSAULT: ("assault", "troopers"),
    }
    if action in icons:
        line, icon = icons[action]
        return _dice_odds(s.box.lines[line], s.value(icon), 0)
    if action == NOTHING:
        return None
    chance = Fraction(1)
    for icon in s.box.combined[s.combined].icons:
        line_of = s.box.line_of[icon]
        chance *= 1 - Fraction(6 - len(line_of.positive), 6) ** s.value(icon)
    return Odds({"it succeeds": chance, "it fails": 1 - chance})


def _run_odds(s: Squadron) -> Odds:
    """15.2 Cyber dice and NET dice together."""
    return _dice_odds(s.box.lines["net_run"], s.value("cyber"), s.net)


def _dice_odds(line: TableLine, dice: int, extra: int) -> Odds:
    """How many Positives these dice give, together with extra dice that cannot burn out."""
    ability, all_ability = Roll(dice, line.both).outcomes()
    net, all_net = Roll(extra, line.hits).outcomes()
    chances: dict[str, Fraction] = {}
    for (positives, burnouts), weight in ability:
        for more, other in net:
            total = positives + more
            name = dice_words(total, burnouts > 0)
            chances[name] = chances.get(name, Fraction(0)) + Fraction(weight * other, all_ability * all_net)
    return Odds(chances)
