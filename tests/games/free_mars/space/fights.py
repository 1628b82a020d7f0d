"""Ten fights of Space Combat whose odds are listed in the docs."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.games.free_mars.space.rules.combat import launch_swarms
from sandtable.games.free_mars.space.state import Phase, Squadron

from .kit import disrupt, opfor, squadron


class Listed(NamedTuple):
    """A fight: ships (Disrupted ones with a minus sign), OPFOR by the side they show. The squadron fires first."""

    ships: tuple[str, ...]
    opfor: tuple[str, ...]


FIGHTS = {
    "escort_duel": Listed(("sand_viper",), ("escort_front",)),
    "lone_runner": Listed(("wadi_runner",), ("attack_craft_front",)),
    "cripples": Listed(("-sand_viper", "-red_lance"), ("escort_back", "picket_front")),
    "swarm_screen": Listed(("night_jackal+p3a",), ("swarm_front", "swarm_back", "swarm_back")),
    "cyborg": Listed(("ghost_wire",), ("cyborg_front",)),
    "monitor_at_bay": Listed(("red_lance", "clay_hand"), ("monitor_front", "tender_front")),
    "patrol": Listed(("ghost_wire", "red_lance"), ("escort_front", "picket_front", "swarm_front")),
    "stand_off": Listed(("clay_hand", "sand_viper"), ("picket_front", "escort_front")),
    "start_force": Listed(
        ("wadi_runner+p7b", "red_lance", "forge_mother+p3a", "sand_viper"),
        ("attack_craft_front", "escort_front", "picket_front"),
    ),
    "grand_battle": Listed(
        ("ghost_wire", "red_lance", "forge_mother+p3a+p1b", "night_jackal", "-sand_viper"),
        (
            "attack_craft_front",
            "attack_craft_front",
            "monitor_front",
            "escort_front",
            "swarm_back",
            "cyborg_front",
        ),
    ),
}


def set_fight(listed: Listed) -> Squadron:
    s = squadron(*(name.lstrip("-") for name in listed.ships), phase=Phase.ROUND)
    disrupt(s, *(name.split("+")[0][1:] for name in listed.ships if name.startswith("-")))
    opfor(s, *listed.opfor)
    launch_swarms(s, s.in_battle())
    s.has_edge = True
    return s
