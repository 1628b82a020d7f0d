"""Random games of Red Dust in number, with a count of everything that was used to effect."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from sandtable.engine import RandomSource, Run
from sandtable.games.red_dust import GAME
from sandtable.games.red_dust.cards import assets, events
from sandtable.games.red_dust.printed.decks import ACTIVE, CAMPAIGN_CARDS, CAPABILITIES
from sandtable.games.red_dust.printed.pieces import BASIC, KINDS
from sandtable.games.red_dust.rules import event_round
from sandtable.games.red_dust.rules.operations.run import OPERATIONS
from sandtable.games.red_dust.rules.special_activities.pairing import Special
from sandtable.games.red_dust.rules.special_activities.take import TAKE
from sandtable.games.red_dust.state import Mars, Op

from .kit import BOX

#: Questions that are part of an Operation and name it.
AMBUSH = "ambush_dice"


class Report:
    """What random games used: a use counts if it changed the state."""

    def __init__(self) -> None:
        self.used: Counter[str] = Counter()
        self.asked: Counter[str] = Counter()
        #: Topics that were asked with a choice of at least two.
        self.chosen: Counter[str] = Counter()
        self.winners: Counter[int] = Counter()
        self.games = self.decisions = 0

    def wanted(self) -> list[str]:
        """Everything that must be used."""
        names = [f"operation {op.name}" for op in Op]
        names += [f"special {special.name}" for special in Special]
        names += [
            f"event {number} {'shaded' if is_shaded else 'unshaded'}"
            for number, is_shaded in events.EVENT_RULES
        ]
        names += [f"asset CR{n}" for n, asset in enumerate(BOX.assets, 1) if asset.kind != "resource"]
        names += [f"resource CR{n}" for n, asset in enumerate(BOX.assets, 1) if asset.kind == "resource"]
        names += [f"campaign RD{n}" for n in range(1, CAMPAIGN_CARDS + 1)]
        return names

    def unused(self) -> list[str]:
        return [name for name in self.wanted() if not self.used[name]]

    def text(self) -> str:
        lines = [f"{self.games} games, {self.decisions} decisions, won by {dict(self.winners)}"]
        lines += [f"  {name}: {self.used[name]}" for name in self.wanted()]
        lines += ["questions (asked, with a choice)"]
        lines += [f"  {topic}: {n}, {self.chosen[topic]}" for topic, n in sorted(self.asked.items())]
        return "\n".join(lines)


def _counted(report: Report, name: Callable[..., str], rule: Callable[..., Any]) -> Callable[..., Any]:
    """A rule that counts when it changed the state."""

    def counting(s: Mars, *args: Any) -> Any:
        before, label = lies(s), name(s, *args)
        result = yield from rule(s, *args)
        if lies(s) != before:
            report.used[label] += 1
        return result

    return counting


def lies(s: Mars) -> tuple[Any, ...]:
    """What lies on the table, without the books of the Operation in progress."""
    return (
        s.pieces[:],
        s.alignment[:],
        s.damage[:],
        s.housed[:],
        s.storm[:],
        s.resources[:],
        [zone[:] for cards in (s.assets, s.campaigns) for zone in cards.zones],
        s.barred,
        s.staying,
        (s.supply_on_earth, s.supply_in_transit, s.population_on_earth, s.population_in_transit),
        (s.displaced, s.level, s.is_eg_up, s.has_rodgers_line),
    )


@contextmanager
def counting(report: Report, patch: Any) -> Iterator[None]:
    """Count uses while this lasts. `patch` is pytest's monkeypatch."""
    for key, rule in list(events.EVENT_RULES.items()):
        label = f"event {key[0]} {'shaded' if key[1] else 'unshaded'}"
        patch.setitem(events.EVENT_RULES, key, _counted(report, lambda s, who, it=label: it, rule))
    for special, take in list(TAKE.items()):
        label = f"special {special.name}"
        patch.setitem(TAKE, special, _counted(report, lambda s, a, it=label: it, take))
    for op, rules in list(OPERATIONS.items()):
        label = f"operation {op.name}"
        steps = tuple(_counted(report, lambda s, a, it=label: it, step) for step in rules.steps)
        patch.setitem(OPERATIONS, op, rules._replace(steps=steps))
    play = assets.play_asset
    patch.setattr(event_round, "play_asset", _counted(report, lambda s, card: f"asset CR{card + 1}", play))
    yield


def play(seed: int, report: Report) -> None:
    """One random game; at every decision all pieces add up to the pools."""
    rng = random.Random(seed)
    run = Run(GAME, GAME.begin(GAME.options_type()), RandomSource(rng))
    while (ask := run.ask) is not None:
        values = run.values
        report.asked[ask.topic] += 1
        report.chosen[ask.topic] += len(values) > 1
        check_pieces(run.state)
        value = values[int(rng.random() * len(values))]
        if ask.topic == AMBUSH:
            report.used["special AMBUSH"] += 1
        elif ask.topic in ("pay", "bid", "give_asset") and value.__class__ is int:
            report.used[f"resource CR{value + 1}"] += 1
        campaigns = run.state.campaigns.zones[ACTIVE]
        capabilities = len(run.state.assets.zones[CAPABILITIES])
        before = set(campaigns)
        run.play(value)
        for card in set(run.state.campaigns.zones[ACTIVE]) - before:
            report.used[f"campaign RD{card + 1}"] += 1
        assert len(run.state.assets.zones[CAPABILITIES]) >= capabilities
        report.decisions += 1
    assert run.outcome is not None
    report.games += 1
    report.winners[run.outcome.winners[0]] += 1


def check_pieces(s: Mars) -> None:
    """2 Pieces on and off the map, Available and in Casualties equal the pools; nothing is below zero."""
    counts = dict.fromkeys(BOX.pool, 0)
    for kind in range(KINDS):
        counts[BASIC[kind]] += sum(s.pieces[kind::KINDS])
    assert counts == BOX.pool
    assert min(s.pieces) >= 0
    assert min(s.damage) >= 0
    assert min(s.housed) >= 0
    assert s.displaced >= 0
