"""17 The Special Activities, and the Operations they go with."""

from __future__ import annotations

from sandtable.engine.naming import QuickEnum

from ...printed.map import CORPORATIONS, MARS_GOV, RECLAIMERS, RED_DUST
from ...state import Op


class Special(QuickEnum):
    """17 The Special Activities."""

    ENTRENCH = 1
    PETITION = 2
    TRANSPORT = 3
    PUBLIC_RELATIONS = 4
    EXPLOIT = 5
    RAID = 6
    REDISTRIBUTE = 7
    COORDINATE = 8
    AMBUSH = 9
    PURIFY = 10
    RANSACK = 11

    @property
    def label(self) -> str:
        return self.name.replace("_", " ").title()

    @property
    def says(self) -> str:
        return _SAYS[self]


#: 17 What each Special Activity does.
_SAYS = {
    Special.ENTRENCH: "In up to 2 spaces a Troop may become a Base, and Troops are Fortified.",
    Special.PETITION: "Supply goes to Earth for the Rebels you found, and Profits are lost.",
    Special.TRANSPORT: "Troops move between Phobos, your Bases and one more space, at any distance.",
    Special.PUBLIC_RELATIONS: "In up to 2 spaces Repair for a Security each, which brings 2 Profits; then House.",
    Special.EXPLOIT: "In up to 2 spaces take Profits for the Population; Support and Opposition fade.",
    Special.RAID: "In up to 2 spaces Hidden SpecOps slip in, and one of them strikes.",
    Special.REDISTRIBUTE: "In up to 4 spaces of yours a Rebel turns Active and brings Resources.",
    Special.COORDINATE: "In up to 2 spaces a Rebel turns Active, helps people and wins them over.",
    Special.AMBUSH: "In up to 2 spaces of the Attack you set the dice.",
    Special.PURIFY: "In up to 2 spaces of yours a Rebel turns Active and enemies become yours.",
    Special.RANSACK: "In up to 2 Damaged spaces a Rebel turns Active, and you draw Assets.",
}


#: 16 Which Special Activities an Operation may take.
PAIRING: dict[tuple[int, Op], tuple[Special, ...]] = {
    (MARS_GOV, Op.TRAIN): (Special.ENTRENCH, Special.TRANSPORT),
    (MARS_GOV, Op.SECURE): (Special.ENTRENCH, Special.PETITION, Special.TRANSPORT),
    (MARS_GOV, Op.RECON): (Special.ENTRENCH, Special.PETITION, Special.TRANSPORT),
    (MARS_GOV, Op.ASSAULT): (Special.PETITION, Special.TRANSPORT),
    (CORPORATIONS, Op.LOGISTICS): (Special.PUBLIC_RELATIONS, Special.EXPLOIT),
    (CORPORATIONS, Op.SECURE): (Special.PUBLIC_RELATIONS, Special.RAID),
    (CORPORATIONS, Op.RECON): (Special.PUBLIC_RELATIONS, Special.RAID),
    (CORPORATIONS, Op.ASSAULT): (Special.EXPLOIT, Special.RAID),
    (RED_DUST, Op.RALLY): (Special.REDISTRIBUTE, Special.COORDINATE),
    (RED_DUST, Op.MARCH): (Special.REDISTRIBUTE, Special.COORDINATE),
    (RED_DUST, Op.ATTACK): (Special.REDISTRIBUTE, Special.AMBUSH),
    (RED_DUST, Op.CAMPAIGN): (Special.REDISTRIBUTE, Special.COORDINATE),
    (RECLAIMERS, Op.RALLY): (Special.PURIFY, Special.RANSACK),
    (RECLAIMERS, Op.TRAVEL): (Special.PURIFY, Special.RANSACK),
    (RECLAIMERS, Op.ATTACK): (Special.PURIFY, Special.RANSACK, Special.AMBUSH),
    (RECLAIMERS, Op.PREACH): (Special.PURIFY, Special.RANSACK),
}
