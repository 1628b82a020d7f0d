"""The House's answers to every question: rules by topic, weighed by what things are worth to the Faction that is asked."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from sandtable.engine import Ask, Draw, Roll, Shuffle

from ..nonplayer import play as _tables  # noqa: F401  (fills the table of answers)
from ..nonplayer.answering import ANSWERS
from ..nonplayer.events import unguided
from ..nonplayer.play import at_table
from ..state import Mars
from . import answers, moves, redeploy, turns
from .stakes import Stakes, worth

#: (state, stakes, question, values, random) -> the value that answers it.
Answer = Callable[[Mars, Stakes, Ask, Sequence[Any], random.Random], Any]


def _space(s: Mars, k: Stakes, ask: Ask, values: Sequence[Any], rng: random.Random) -> Any:
    return turns.next_space(s, k, ask, values)


def _action(s: Mars, k: Stakes, ask: Ask, values: Sequence[Any], rng: random.Random) -> Any:
    return turns.action(s, k, ask, values, rng, house_policy)


def _asset(s: Mars, k: Stakes, ask: Ask, values: Sequence[Any], rng: random.Random) -> Any:
    """19 The Asset that brings most."""
    before = worth(s, k)
    return max(values, key=lambda card: turns.asset_worth(s, k, card, before, house_policy, rng))


#: Topic -> how the House answers it. For all others the tables of the non-players do.
ANSWER: dict[str, Answer] = {
    "action": _action,
    "asset": _asset,
    "operation": answers.operation,
    "free_operation": answers.free_operation,
    **dict.fromkeys(
        (
            "train",
            "logistics",
            "secure",
            "recon",
            "assault",
            "rally",
            "march",
            "travel",
            "attack",
            "campaign",
            "preach",
        ),
        _space,
    ),
    "bid": answers.bid,
    "pay": answers.payment,
    **dict.fromkeys(("hand_limit", "discard"), answers.least_card),
    **dict.fromkeys(("transfer", "transfer_reply", "give_asset"), answers.no_gift),
    "take_from_map": answers.take_from_map,
    **dict.fromkeys(("pacify", "agitate", "train_pacify"), answers.improvement),
    "lobby": answers.lobby,
    **dict.fromkeys(("improve", "coordinate_improve", "relations_house", "event_house"), answers.home),
    "eg_marker": answers.marker,
    "event_to_support": answers.shift_up,
    "event_to_opposition": answers.shift_down,
    "event_shift_to_neutral": answers.calm,
    "rally_way": answers.rally_way,
    **dict.fromkeys(("train_number", "rally_number", "travel_on_number", "stock"), answers.as_many),
    "rally_base": answers.rally_base,
    "build_base": answers.build,
    "resolve": answers.resolve,
    "strike_back": answers.strike_back,
    "ambush": answers.ambush,
    "ambush_dice": answers.ambush_dice,
    **dict.fromkeys(
        (
            "assault_remove",
            "bombard_remove",
            "attack_remove",
            "purify_piece",
            "raid_remove",
            "storm_strike",
            "event_clear_out",
            "event_station_loss",
            "event_drive_out",
        ),
        answers.remove,
    ),
    "activate": answers.activate,
    "bombard": answers.bombard,
    "special": answers.special,
    **dict.fromkeys(answers.BY_NAME, answers.activity_space),
    "raid_from": answers.raid_from,
    "raid_strike": answers.raid_strike,
    **dict.fromkeys(("relations_repair", "exploit_draw", "beacons", "entrench_base"), answers.yes),
    **dict.fromkeys(
        ("stock_buy", "cycler_extra", "transport", "transport_from", "travel_on"),
        answers.nothing,
    ),
    **dict.fromkeys(("travel_bases", "drop_pods"), answers.fewest),
    "fortify": answers.fortify,
    "event_line": answers.anything,
    **dict.fromkeys(("event_ambush_at", "event_attack", "free_attack", "asset_attack"), answers.strike_at),
    **dict.fromkeys(("secure_from", "recon_from", "march_from"), moves.origin_to),
    **dict.fromkeys(
        ("secure_number", "recon_number", "march_number", "travel_number"),
        moves.number,
    ),
    "travel_to": moves.travel_to,
    "redeploy_from": redeploy.redeploy_from,
    "redeploy_to": redeploy.redeploy_to,
    "redeploy_some_to": redeploy.redeploy_some_to,
    "redeploy_number": redeploy.redeploy_number,
}


#: Questions of Events that neither the House nor the tables have a rule for: they are answered by chance, to the full extent.
LEFT_OPEN = frozenset(
    {
        "event_allies_from",
        "event_allies_to",
        "event_campaign",
        "event_cause",
        "event_come",
        "event_escape_base",
        "event_escape_to",
        "event_four_cubes_from",
        "event_four_cubes_to",
        "event_move_bases",
        "event_move_units_number",
        "event_rebel_side",
        "event_six_cubes_from",
        "event_six_cubes_to",
        "event_storm",
        "event_strike_now",
        "event_tube_from",
        "event_tube_to",
        "event_tunnel_to",
        "free_recon",
    }
)


def house_policy(run: Any, rng: random.Random) -> Any:
    """The answer to the open question. It changes nothing and remembers nothing."""
    ask, values, s = run.ask, run.values, run.state
    answer = ANSWER.get(ask.topic)
    if answer is not None:
        return answer(s, Stakes(s, ask.seat), ask, values, rng)
    return by_tables(s, ask, values, rng)


def by_tables(s: Mars, ask: Ask, values: Sequence[Any], rng: random.Random) -> Any:
    """The answer that the tables of the printed non-players give here, on a copy that holds what they note."""
    copy = s.copy()
    if copy.nonplayers is None:
        copy.nonplayers = at_table(())
    copy.nonplayers.put_away()
    steps = ANSWERS.get(ask.topic, unguided)(copy, ask, values)
    value: Any = None
    while True:
        try:
            step = steps.send(value)
        except StopIteration as stop:
            return stop.value if stop.value in values else values[int(rng.random() * len(values))]
        value = None
        if isinstance(step, Draw):
            value = step.value(tuple(rng.sample(step.bin, step.n)))
        elif isinstance(step, Roll):
            value = step.value(tuple(int(6 * rng.random()) + 1 for _ in range(step.dice)))
        elif isinstance(step, Shuffle):
            value = step.value(tuple(step.items))
