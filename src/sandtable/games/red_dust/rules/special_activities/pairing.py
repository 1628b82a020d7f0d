"""17 The Special Activities, and the Operations they go with."""

from __future__ import annotations

from enum import Enum

from ...printed.map import CORPORATIONS, MARS_GOV, RECLAIMERS, RED_DUST
from ...state import Op


class Special(Enum):
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
