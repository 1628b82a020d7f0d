"""The games that `sandtable check` plays with a pack of Free Mars: every Mission by itself, and the campaign."""

from __future__ import annotations

from typing import Any

from sandtable.engine import Game, Pack, SetUp


def set_ups(game: Game[Any], pack: Pack) -> list[SetUp]:
    """Every Mission, if it can be chosen by name, and every scenario but the random Mission, which would add nothing."""
    by_name = "mission" in game.options_type.__struct_fields__
    missions = [
        SetUp(f"Mission {card.title}", {"scenario": "mission", "mission": card.id})
        for card in pack["missions"]
    ]
    scenarios = [
        SetUp(each.label, {"scenario": each.id})
        for each in game.scenarios
        if each.id != "mission" or not by_name
    ]
    return [*(missions if by_name else ()), *scenarios]
