"""MD 11 The table of what cards do: every card is in it, and the general rules name none."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.engine import Topic
from sandtable.games import mars_or_die
from sandtable.games.mars_or_die.cards import hooks, playing
from sandtable.games.mars_or_die.cards.hooks import HOOKS
from sandtable.games.mars_or_die.house.cards import HELPS, TIMES, TRIFLES
from sandtable.games.mars_or_die.printed.check import EFFECTS
from sandtable.games.mars_or_die.rules import flyers, melee
from sandtable.games.mars_or_die.rules.firing import declaring, shots

MOMENTS = {
    *(hooks.START, hooks.ACTION, hooks.SCATTERING, hooks.CANCEL, hooks.SHAKEN),
    *(hooks.FIRED_ON, hooks.SHOT_AT, hooks.AFTER_HIT, hooks.AFTER_MISS),
    *(hooks.CHARGED, hooks.MELEE, hooks.ATTACKED, hooks.STEP_BACK),
}
RULES = sorted((Path(mars_or_die.__file__).parent / "rules").rglob("*.py"))


def test_every_card_is_in_the_table() -> None:
    """A card that a pack may name can be played at some moment."""
    assert {card for _, card in HOOKS} == EFFECTS
    assert {card for moment, card in HOOKS if moment in MOMENTS} == EFFECTS


def test_what_a_moment_needs_is_there() -> None:
    """Whoever plays a card at the start of a turn, or on an action, finds out what it does and what it allows."""
    assert {card for hook, card in HOOKS if hook == hooks.START} == {
        card for hook, card in HOOKS if hook == hooks.STARTED
    }
    assert {card for hook, card in HOOKS if hook == hooks.ACTION} == {
        card for hook, card in HOOKS if hook == hooks.ALLOWS
    }


def test_every_hook_has_a_name() -> None:
    """Nothing in the table is spelt differently from what the rules read."""
    names = {value for name, value in vars(hooks).items() if name.isupper() and isinstance(value, str)}
    assert {hook for hook, _ in HOOKS} == names
    assert names >= MOMENTS


def test_every_question_for_a_card_has_the_name_of_its_moment() -> None:
    """The cards that are offered are found by the topic of the question."""
    declared = [
        value for module in (playing, declaring, shots, flyers, melee) for value in vars(module).values()
    ]
    topics = {it.id for it in declared if isinstance(it, Topic) and it.kind == "card"}
    assert topics == MOMENTS - {hooks.ACTION, hooks.SCATTERING}


def test_the_house_knows_when_to_play_each() -> None:
    assert set(HELPS) == {card for hook, card in HOOKS if hook == hooks.ACTION}
    assert set(TIMES) <= {card for hook, card in HOOKS if hook == hooks.START}
    assert set(TRIFLES) <= EFFECTS


@pytest.mark.parametrize("module", RULES, ids=lambda path: path.stem)
def test_no_general_rule_names_a_card(module: Path) -> None:
    """A card is compared with nothing in the rules: they ask the table."""
    text = module.read_text(encoding="utf-8")
    assert not [card for card in sorted(EFFECTS) if f'"{card}"' in text]
