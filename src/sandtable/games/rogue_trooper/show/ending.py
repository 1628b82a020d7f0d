"""The report on a finished hunt."""

from __future__ import annotations

from itertools import pairwise

from sandtable.engine import Chart, Fact, Line, Past, Standing, Telling

from ..rules.battlefield import EVADE, SURRENDER
from ..rules.clues import most_matching
from ..rules.combat import BARE_HANDS, HOLD_FIRE
from ..state import NOWHERE, NuEarth
from .odds import SALVOS

KILLED = Line(
    "{who:seat} kills the Traitor in round {round:number}, having dealt {n:number} of his {all:number} wounds."
)
KILLED_ALONE = Line(
    "{who:seat} kills the Traitor in round {round:number}, having dealt all {all:number} of his wounds."
)
#: 11.3 The dead in the winner's team are second.
KILLED_WITH = Line(
    "{who:seat} kills the Traitor in round {round:number}, having dealt {n:number} of his {all:number} wounds. Second: {seconds:seat}."
)
#: B10 The last round is over: by wounds, then by matching parts.
NEAREST_BY_WOUNDS = Line(
    "After {round:{round} round|{round} rounds} nobody has killed the Traitor. {who:seat} came nearest, with {n:{n} wound|{n} wounds} dealt to him."
)
NEAREST_BY_PARTS = Line(
    "After {round:{round} round|{round} rounds} nobody has killed the Traitor. {who:seat} came nearest, with {n:no part|{n} part|{n} parts} of a face."
)
ESCAPED = Line("The Traitor goes free: no GI lives to hunt him after round {round:number}.")
#: If the game is given up: what would count after the last round (B10).
AHEAD_BY_WOUNDS = Line("{who:seat} {verb} ahead, with {n:{n} wound|{n} wounds} dealt to the Traitor.")
AHEAD_BY_PARTS = Line("{who:seat} {verb} ahead, with {n:{n} part|{n} parts} of a face.")
STANDING = Line(
    "{n:dead|{n} life|{n} lives}, {k:no part|{k} part|{k} parts} of a face, {m:no wound|{m} wound|{m} wounds} to the Traitor"
)
#: The answers to a question about a salvo that fire none.
NO_SALVO = (EVADE.id, SURRENDER.id, BARE_HANDS.id, HOLD_FIRE.id)
CHARTS = (
    Chart("Parts of a face", "parts_{seat}"),
    Chart("Lives", "lives_{seat}"),
    Chart("Ammunition", "ammunition_{seat}"),
    Chart("Lives of the Traitor", lines={"traitor_lives": "The Traitor"}),
)


def telling_of(past: Past[NuEarth]) -> Telling:
    """Lives, Clues and ammunition of the GIs; who was wounded most, who found the face, how long the Traitor ran."""
    s = past.last
    winners = () if past.outcome is None else past.outcome.winners
    sentence = None
    seconds = tuple(seat for seat in range(s.players) if s.winner >= 0 and s.team[seat] == s.winner)
    if s.winner >= 0:
        told = {
            "who": s.winner,
            "round": s.round,
            "n": s.taken[s.winner],
            "all": s.box.sheet.traitor_lives,
        }
        is_all_his = s.taken[s.winner] == s.box.sheet.traitor_lives
        sentence = (
            KILLED_WITH.of(**told, seconds=seconds)
            if seconds
            else (KILLED_ALONE if is_all_his else KILLED).of(**told)
        )
    elif past.outcome is not None and not winners:
        sentence = ESCAPED.of(round=s.round)
    elif winners and s.taken[winners[0]]:
        sentence = NEAREST_BY_WOUNDS.of(round=s.most_rounds, who=tuple(winners), n=s.taken[winners[0]])
    elif winners:
        sentence = NEAREST_BY_PARTS.of(
            round=s.most_rounds, who=tuple(winners), n=most_matching(s, winners[0])
        )
    order = sorted(
        range(s.players),
        key=lambda seat: (seat not in winners, seat not in seconds, -s.taken[seat], -most_matching(s, seat)),
    )
    standings = [
        Standing(seat, STANDING.of(n=s.lives[seat], k=most_matching(s, seat), m=s.taken[seat]))
        for seat in order
    ]
    return Telling(
        sentence=sentence,
        leading=_leading(s),
        standings=standings,
        charts=CHARTS,
        facts=facts_of(past),
    )


def _leading(s: NuEarth) -> Line | None:
    """Who is ahead: by wounds dealt to the Traitor, then by parts of a face; nobody while all are alike."""
    scores = [(s.taken[seat], most_matching(s, seat)) for seat in range(s.players)]
    wounds, parts = best = max(scores)
    ahead = tuple(seat for seat in range(s.players) if scores[seat] == best)
    if len(ahead) == s.players:
        return None
    line = AHEAD_BY_WOUNDS if wounds else AHEAD_BY_PARTS
    return line.of(who=ahead, verb="was" if len(ahead) == 1 else "were", n=wounds or parts)


WOUNDED = Line("{who:seat}, {n:{n} life lost|{n} lives lost}")
WOUNDED_ALIKE = Line("{who:seat}, {n:{n} life lost each|{n} lives lost each}")


def facts_of(past: Past[NuEarth]) -> list[Fact]:
    """Wounds, the face, the Traitor's run, and what the GIs did to each other."""
    s, states = past.last, past.states
    wounds = [
        sum(max(0, a.lives[seat] - b.lives[seat]) for a, b in pairwise(states)) for seat in range(s.players)
    ]
    # After the last round the count stands at one more.
    found = [Fact("Rounds", Line("{n:number}", {"n": min(s.round, s.most_rounds)}))]
    most = max(wounds)
    hurt = [seat for seat in range(s.players) if wounds[seat] == most]
    if most and len(hurt) < s.players:
        text = WOUNDED if len(hurt) == 1 else WOUNDED_ALIKE
        told = text.of(who=tuple(hurt), n=most)
        found.append(Fact("Wounded most", told, hurt[0]) if len(hurt) == 1 else Fact("Wounded most", told))
    for it in states:
        whole = [seat for seat in range(s.players) if it.set_of(seat)]
        if whole:
            found.append(
                Fact(
                    "First whole face",
                    Line("{who:seat}, in round {n:number}", {"who": whole[0], "n": it.round}),
                    whole[0],
                )
            )
            break
    seen = next((it.round for it in states if it.traitor != NOWHERE), None)
    if seen is not None:
        found.append(
            Fact("The Traitor was at large", Line("{n:{n} round|{n} rounds}", {"n": s.round - seen + 1}))
        )
    fired = sum(it.topic in SALVOS and it.key not in NO_SALVO for it in past.answers)
    return [*found, Fact("Salvoes fired", Line("{n:number}", {"n": fired}))]
