"""The names of the units of the printed battles, so that a player can remember them.

They are no part of the pack: a pack that somebody types in has other armies, and its units are numbered.
"""

from __future__ import annotations

#: By army and type, in the order of the scenario. An army may appear in several battles, with more units in one of them.
NAMES: dict[tuple[str, str], tuple[str, ...]] = {
    ("ember", "murk_spear"): ("Ember Spears",),
    ("ember", "murk_sword"): ("Ember Swords",),
    ("ember", "murk_archer"): ("Ember Bows",),
    ("ember", "murkleeg_melee"): ("Ember Champion",),
    ("ash", "murk_spear"): ("Ash Spears",),
    ("ash", "murk_sword"): ("Ash Swords",),
    ("ash", "murk_archer"): ("Ash Bows",),
    ("ash", "murkleeg_melee"): ("Ash Champion",),
    ("legion", "earthan_infantry"): ("1st Legion Rifles", "2nd Legion Rifles", "3rd Legion Rifles"),
    ("legion", "earthan_cavalry"): ("Legion Hussars",),
    ("legion", "machinegun"): ("Legion Machinegun",),
    ("legion", "artillery"): ("Legion Field Gun",),
    ("legion", "scout"): ("Legion Scout",),
    ("murks", "murk_spear"): ("Red Hand Spears", "Black Rock Spears", "Long Night Spears"),
    ("murks", "murk_sword"): ("Bone Hill Swords", "Dry Well Swords"),
    ("murks", "murk_archer"): ("Dust Wind Bows", "Grey Moss Bows"),
    ("murks", "murk_cavalry"): ("Thrut Riders",),
    ("murks", "murkleeg_melee"): ("Murkleeg Champion",),
    ("murks", "murkleeg_archer"): ("Murkleeg Bowman",),
    ("convoy", "roujeen"): ("1st Water Guard", "2nd Water Guard", "3rd Water Guard", "4th Water Guard"),
    ("convoy", "wagon"): ("1st Water Wagon", "2nd Water Wagon", "3rd Water Wagon"),
    ("raiders", "murk_spear"): ("Raider Spears",),
    ("raiders", "murk_archer"): ("Raider Bows",),
    ("raiders", "murk_cavalry"): ("Raider Thruts",),
    ("raiders", "murkleeg_melee"): ("Raider Champion",),
    ("roujeens", "roujeen"): (
        "1st Roujeen Foot",
        "2nd Roujeen Foot",
        "3rd Roujeen Foot",
        "4th Roujeen Foot",
        "5th Roujeen Foot",
    ),
    ("roujeens", "flyer_mg"): ("Roujeen Skyboat",),
    ("kanaltruppen", "earthan_infantry"): ("1st Canal Rifles", "2nd Canal Rifles", "3rd Canal Rifles"),
    ("kanaltruppen", "earthan_cavalry"): ("Canal Hussars",),
    ("kanaltruppen", "machinegun"): ("Canal Machinegun",),
    ("kanaltruppen", "scout"): ("Canal Scout",),
}


def unit_name(army: str, kind: str, n: int, plain: str, many: bool) -> str:
    """The name of the n-th unit of a type, counted from 1; `plain` is its army and type.

    >>> unit_name("legion", "earthan_infantry", 3, "Legion Company", True)
    '3rd Legion Rifles'
    >>> unit_name("ours", "company", 2, "Our Company", True)
    '2nd Our Company'
    """
    names = NAMES.get((army, kind), ())
    if n <= len(names):
        return names[n - 1]
    return f"{ordinal(n)} {plain}" if many else plain


def ordinal(n: int) -> str:
    """A number in a row: 1st, 2nd, 3rd, 11th, 22nd."""
    ending = "th" if n % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th")
    return f"{n}{ending}"
