"""2 Pieces. A piece is an int of the kind it is now: a Rebel that turns Active becomes another kind."""

from __future__ import annotations

from typing import get_args

from sandtable.engine import Names

from .files import PieceId
from .map import CORPORATIONS, EARTH_GOV, MARS_GOV, RECLAIMERS, RED_DUST

(
    MG_TROOP,
    FORTIFIED,
    MG_BASE,
    SECURITY,
    SPECOPS,
    ACTIVE_SPECOPS,
    CORP_BASE,
    TERRAFORMING,
    EG_TROOP,
    RD_REBEL,
    ACTIVE_RD_REBEL,
    RD_BASE,
    DUG_IN,
    CR_REBEL,
    ACTIVE_CR_REBEL,
    CR_BASE,
    CONVERSION_CENTER,
    SATELLITE,
) = range(18)
KINDS = 18
#: The kinds of each side lie together, so that a side is a slice.
COIN_END, RD_END, CR_END = RD_REBEL, CR_REBEL, SATELLITE

#: One and many of these are called the same.
SAME_FOR_MANY = (SECURITY, SPECOPS, ACTIVE_SPECOPS)
_PIECE_LABELS = [
    "MarsGov Troop",
    "Fortified MarsGov Troop",
    "MarsGov Base",
    "Security",
    "Hidden SpecOps",
    "Active SpecOps",
    "Corporate Base",
    "Terraforming Base",
    "EarthGov Troop",
    "Hidden Red Dust Rebel",
    "Active Red Dust Rebel",
    "Red Dust Base",
    "Dug-In Base",
    "Hidden Reclaimer Rebel",
    "Active Reclaimer Rebel",
    "Reclaimer Base",
    "Conversion Center",
    "Satellite",
]
PIECE = Names(
    get_args(PieceId),
    _PIECE_LABELS,
    many=[f"{label}{'' if kind in SAME_FOR_MANY else 's'}" for kind, label in enumerate(_PIECE_LABELS)],
)
KIND_OF = {PIECE.id(kind): kind for kind in range(KINDS)}
_UNIT_LABELS = tuple(
    PIECE.label(kind).removeprefix("Hidden ").removeprefix("Active ") for kind in range(KINDS)
)
#: Rebels and SpecOps where a sentence says for itself whether they are Hidden.
UNIT = Names(
    PIECE.id,
    lambda kind: _UNIT_LABELS[kind],
    many=lambda kind: f"{_UNIT_LABELS[kind]}{'' if kind in SAME_FOR_MANY else 's'}",
)
FACTION = Names(
    ["marsgov", "corporations", "red_dust", "reclaimers", "earthgov", "coin"],
    ["MarsGov", "Corporations", "Red Dust", "Reclaimers", "EarthGov", "COIN"],
)

#: The same as they stand in the middle of a sentence.
THE_FACTION = Names(
    FACTION.id,
    lambda who: f"the {FACTION.label(who)}" if who in (CORPORATIONS, RECLAIMERS) else FACTION.label(who),
    is_thing=False,
)

#: What a piece is in a box beside the map: Hidden, and on its basic side.
BASIC = list(range(KINDS))
BASIC[FORTIFIED] = MG_TROOP
BASIC[ACTIVE_SPECOPS] = SPECOPS
BASIC[TERRAFORMING] = CORP_BASE
BASIC[ACTIVE_RD_REBEL] = RD_REBEL
BASIC[DUG_IN] = RD_BASE
BASIC[ACTIVE_CR_REBEL] = CR_REBEL
BASIC[CONVERSION_CENTER] = CR_BASE

OWNER = (
    *[MARS_GOV] * 3,
    *[CORPORATIONS] * 5,
    EARTH_GOV,
    *[RED_DUST] * 4,
    *[RECLAIMERS] * 4,
    EARTH_GOV,
)

MG_TROOPS = (MG_TROOP, FORTIFIED)
MG_FORCES = (MG_TROOP, FORTIFIED, MG_BASE)
ALL_SPECOPS = (SPECOPS, ACTIVE_SPECOPS)
CORP_UNITS = (SECURITY, SPECOPS, ACTIVE_SPECOPS)
CORP_BASES = (CORP_BASE, TERRAFORMING)
CORP_FORCES = (*CORP_UNITS, *CORP_BASES)
CUBES = (MG_TROOP, FORTIFIED, SECURITY, EG_TROOP)
COIN_UNITS = (*CUBES, *ALL_SPECOPS)
COIN_BASES = (MG_BASE, *CORP_BASES)
COIN_FORCES = (*COIN_UNITS, *COIN_BASES)
RD_REBELS = (RD_REBEL, ACTIVE_RD_REBEL)
RD_BASES = (RD_BASE, DUG_IN)
RD_FORCES = (*RD_REBELS, *RD_BASES)
CR_REBELS = (CR_REBEL, ACTIVE_CR_REBEL)
CR_BASES = (CR_BASE, CONVERSION_CENTER)
CR_FORCES = (*CR_REBELS, *CR_BASES)
REBELS = (*RD_REBELS, *CR_REBELS)
HIDDEN_REBELS = (RD_REBEL, CR_REBEL)
ACTIVE_REBELS = (ACTIVE_RD_REBEL, ACTIVE_CR_REBEL)
REBEL_BASES = (*RD_BASES, *CR_BASES)
REBEL_FORCES = (*REBELS, *REBEL_BASES)
BASES = (*COIN_BASES, *REBEL_BASES)
IS_BASE = tuple(kind in BASES for kind in range(KINDS))
UNITS = (*COIN_UNITS, *REBELS)

# By Faction, for rules that hold for both Rebel Factions or for both COIN ones.
HIDDEN = {RED_DUST: RD_REBEL, RECLAIMERS: CR_REBEL}
ACTIVE = {RED_DUST: ACTIVE_RD_REBEL, RECLAIMERS: ACTIVE_CR_REBEL}
REBELS_OF = {RED_DUST: RD_REBELS, RECLAIMERS: CR_REBELS}
BASES_OF = {MARS_GOV: (MG_BASE,), CORPORATIONS: CORP_BASES, RED_DUST: RD_BASES, RECLAIMERS: CR_BASES}
BASE_OF = {MARS_GOV: MG_BASE, CORPORATIONS: CORP_BASE, RED_DUST: RD_BASE, RECLAIMERS: CR_BASE}
FORCES_OF = {MARS_GOV: MG_FORCES, CORPORATIONS: CORP_FORCES, RED_DUST: RD_FORCES, RECLAIMERS: CR_FORCES}
UNITS_OF = {MARS_GOV: MG_TROOPS, CORPORATIONS: CORP_UNITS, RED_DUST: RD_REBELS, RECLAIMERS: CR_REBELS}
ENEMIES_OF = {
    MARS_GOV: REBEL_FORCES,
    CORPORATIONS: REBEL_FORCES,
    RED_DUST: (*COIN_FORCES, *CR_FORCES),
    RECLAIMERS: (*COIN_FORCES, *RD_FORCES),
}

#: 4.5 Bases last: the units that keep a Base from being removed while they stand beside it.
PROTECTORS = {
    **dict.fromkeys(COIN_BASES, COIN_UNITS),
    **dict.fromkeys(RD_BASES, RD_REBELS),
    **dict.fromkeys(CR_BASES, CR_REBELS),
}
