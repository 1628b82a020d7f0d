"""The report on a finished rebellion."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from sandtable.engine import Chart, Fact, Line, Past, Standing, Telling

from ..printed.map import MARS_GOV
from ..rules.operations.assault import ASSAULT_TOLD
from ..rules.operations.attack import AMBUSH_TOLD, ATTACK_TOLD
from ..rules.operations.rally import RALLY_TOLD
from ..rules.victory import FACTIONS, margins, thresholds, totals
from ..state import Mars

#: What each Faction's total counts (15), by seat.
WINS_BY = ("Support and the confidence of Earth", "Profits", "Opposition and Bases", "spaces and Bases")
EXCEEDED = Line("{who:faction} {verb} by {what}: {total:number}, where {need:number} were needed.")
NEAREST = Line(
    "{who:faction} {verb} as the nearest to victory: {total:number} for {what}, where {need:number} were needed."
)
#: If the game is given up (15 compares margins).
AHEAD = Line("{who:faction} {verb} ahead, with a margin of {margin}.")
STANDING = Line("{total:number}, wins above {need:number}: margin {margin}")
#: The Factions whose names are plural: Corporations and Reclaimers.
PLURAL = (FACTIONS[1], FACTIONS[3])
FIGHTS = (ATTACK_TOLD, AMBUSH_TOLD, ASSAULT_TOLD)
CHARTS = (
    Chart("Victory margins", "margin_{seat}"),
    Chart("Resources and Profits", "resources_{seat}"),
    Chart("Bases on Mars", "bases_{seat}"),
    Chart("Units on Mars", "units_{seat}"),
)


def telling_of(past: Past[Mars]) -> Telling:
    """Margins, Resources, Bases and units of the Factions; attacks, leads, storms of people and Earth's confidence."""
    s = past.last
    total, need, margin = totals(s), thresholds(s), margins(s)
    order = sorted(FACTIONS, key=lambda who: -margin[who])
    winners = () if past.outcome is None else past.outcome.winners
    sentence = None
    if winners:
        who = winners[0]
        line = EXCEEDED if margin[who] > 0 else NEAREST
        verb = "win" if who in PLURAL else "wins"
        sentence = line.of(who=who, verb=verb, what=WINS_BY[who], total=total[who], need=need[who] + 1)
        order = [who, *(other for other in order if other != who)]
    best = [who for who in FACTIONS if margin[who] == margin[order[0]]]
    return Telling(
        sentence=sentence,
        leading=AHEAD.of(who=tuple(best), verb=_was(best), margin=_signed(margin[best[0]])),
        standings=[
            Standing(who, STANDING.of(total=total[who], need=need[who], margin=_signed(margin[who])))
            for who in order
        ],
        charts=CHARTS,
        facts=facts_of(past),
    )


def _was(who: Sequence[int]) -> str:
    return "was" if len(who) == 1 and who[0] not in PLURAL else "were"


def _signed(n: int) -> str:
    return f"+{n}" if n > 0 else f"−{-n}" if n else "0"


def _told(past: Past[Mars], *lines: str) -> int:
    """How often such a line was told. Non-players give no answers, so their Operations are counted by the log."""
    return sum(entry.text in lines for entry in past.entries)


def facts_of(past: Past[Mars]) -> list[Fact]:
    """Who led for how long, what was fought over, and what became of the people of Mars."""
    leads = [max(FACTIONS, key=lambda who: row[who]) for row in map(margins, past.states)]
    changes = sum(a != b for a, b in pairwise(leads))
    longest = max(FACTIONS, key=leads.count)
    share = round(100 * leads.count(longest) / len(leads))
    displaced = past.columns["displaced"]
    first, low, last = past.states[0].level, min(past.columns["confidence"]), past.last.level
    return [
        Fact(
            "In the lead",
            Line("{who:faction}, {share:number}% of the time", {"who": longest, "share": share}),
            longest,
        ),
        Fact("Changes of the lead", Line("{n:number}", {"n": changes})),
        Fact("Attacks and Assaults", Line("{n:number}", {"n": _told(past, *FIGHTS)})),
        Fact("Rallies", Line("{n:number}", {"n": _told(past, RALLY_TOLD)})),
        Fact("Most people displaced at once", Line("{n:number}", {"n": int(max(displaced))})),
        Fact(
            "EarthGov's Confidence",
            Line(
                "from box {a:number} to box {b:number}, at the lowest {c:number}",
                {"a": first, "b": last, "c": int(low)},
            ),
            MARS_GOV,
        ),
    ]
