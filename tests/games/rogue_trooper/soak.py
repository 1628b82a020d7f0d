"""Bot games of Rogue Trooper in number, with a count of every card that was used to effect.

The house player's policy is asked on the game itself and not on an imagined one, which is quicker and the same:
`test_house_answers_by_what_its_seat_knows` proves that it reads nothing its seat does not know.
"""

from __future__ import annotations

import random
import statistics
import sys
from collections import Counter
from typing import Any

from sandtable.engine import Note, RandomSource, Roll, Run, Steps, playout
from sandtable.games.rogue_trooper import RogueOptions, RogueTrooper
from sandtable.games.rogue_trooper.printed.box import box_of
from sandtable.games.rogue_trooper.rules.places import evade_modifier
from sandtable.games.rogue_trooper.state import NOBODY, STACK, NuEarth, Phase
from sandtable.lab import wilson

BOX = box_of("default")
#: Lines of the log that say that the card they name had its effect.
EFFECTS = (
    "{who:seat} destroys {card}.",
    "{who:seat} evades {card}.",
    "{who:seat} surrenders to {card} and goes to {place:sector}.",
    "{card} joins {who:seat}.",
    "{who:seat} uses {card}.",
    "{who:seat} completes {card}.",
    "{who:seat} is saved by {card}.",
    "{who:seat} plays {card} on the Traitor.",
)
#: Lines that say that the Rogue card in force had its effect.
IN_FORCE = {
    "{who:seat} may not move.": ("stay",),
    "{who:seat} moves to {place:sector}.": ("march", "fly", "lead"),
    "{who:seat} takes the shuttle to {place:sector}.": ("shuttle",),
    "{who:seat} escapes from {place:sector}.": ("escape",),
    "A lucky break: {card} is discarded.": ("discard_top",),
    "{card} has failed.": ("foil",),
    "{card} is not completed in this turn.": ("delay",),
    "{who:seat} completes {card}.": ("extra_clue",),
    "{who:seat} fights the Traitor at {place:sector}.": ("dice_at_traitor",),
}


class Report:
    """What games used: a use counts if it changed the state."""

    def __init__(self) -> None:
        self.used: Counter[int] = Counter()
        self.rounds: list[int] = []
        self.winners: Counter[int] = Counter()
        self.reasons: Counter[str] = Counter()
        self.decisions = 0
        self.evasion = 0

    def unused(self) -> list[str]:
        return [BOX.card_ids[card] for card in range(BOX.cards) if not self.used[card]]

    @property
    def killed(self) -> int:
        """Games in which somebody killed the Traitor."""
        return sum(n for reason, n in self.reasons.items() if "kills the Traitor" in reason)

    def text(self) -> str:
        games, lengths = len(self.rounds), sorted(self.rounds)
        won = sum(self.winners.values())
        lines = [
            f"{games} games, {self.decisions} decisions",
            f"  the Traitor is killed in {self.killed}, {_share(self.killed, games)}",
            f"  median {statistics.median(lengths)} rounds ({_median_interval(lengths)})",
            f"  90% within {lengths[int(0.9 * games)]} rounds",
            *(f"  seat {seat}: {n} wins, {_share(n, won)}" for seat, n in sorted(self.winners.items())),
            *(f"  {n} times: {reason}" for reason, n in self.reasons.most_common()),
        ]
        for deck, name in enumerate(("Encounter", "Supply", "Mission", "Rogue", "Clue")):
            uses = [self.used[card] for card in BOX.cards_of(deck)]
            rarest = min(BOX.cards_of(deck), key=lambda card: self.used[card])
            lines.append(f"  {name}: {sum(uses)} uses, rarest {BOX.card_ids[rarest]} with {min(uses)}")
        return "\n".join(lines)


def _share(n: int, of: int) -> str:
    """A share with its 95% interval."""
    share = wilson(n, of)
    return f"{share.share:.1%} ({share.low:.1%} to {share.high:.1%})"


def _median_interval(lengths: list[int]) -> str:
    """The 95% interval of a median, by ranks."""
    games = len(lengths)
    reach = 0.98 * games**0.5
    low, high = max(0, int(games / 2 - reach)), min(games - 1, int(games / 2 + reach))
    return f"{lengths[low]} to {lengths[high]}"


class Watched(RogueTrooper):
    """The game, with somebody who counts."""

    def __init__(self, report: Report) -> None:
        self.report = report

    def turn(self, s: NuEarth) -> Steps:
        return self._watched(s, super().turn(s))

    def _watched(self, s: NuEarth, steps: Steps) -> Steps:
        phase, top, lives = s.phase, self._top(s), s.lives[s.mover]
        rounds, salvo, sets = sum(s.ammunition), s.first_salvo, self._sets(s)
        answer: Any = None
        while True:
            try:
                step = steps.send(answer)
            except StopIteration:
                break
            if isinstance(step, Note):
                self._note(s, step)
            answer = yield step
            if isinstance(step, Roll) and step.topic == "evade":
                self.report.evasion = answer + evade_modifier(s, s.mover)
        self.report.used.update(self._sets(s) - sets)
        if phase is Phase.FACING and top != NOBODY:
            self._faced(s, top, has_hurt=s.lives[s.mover] != lives, has_supplied=sum(s.ammunition) != rounds)
        if phase is Phase.DRAWING and s.extra_cards:
            self._force(s, "reinforce")
        if salvo and not s.first_salvo and phase in (Phase.FACING, Phase.MEETING, Phase.CONFRONTATION):
            self._force(s, "first_salvo")
        if phase is Phase.MOVING and s.sector[s.mover] == BOX.security_zone and s.has_entered:
            self._force(s, "clearance")

    def _faced(self, s: NuEarth, card: int, *, has_hurt: bool, has_supplied: bool) -> None:
        """A card that hurt or healed, a boon that brought rounds, a foe that could not be evaded."""
        foe = BOX.foes[card]
        if has_hurt or (foe.supply and has_supplied):
            self.report.used[card] += 1
        if foe.is_fought and s.no_evading and not BOX.is_glass[s.sector[s.mover]]:
            self._force(s, "no_evading")

    def _note(self, s: NuEarth, note: Note) -> None:
        used, args = self.report.used, note.args
        if note.text in EFFECTS:
            used[args["card"]] += 1
        for effect in IN_FORCE.get(note.text, ()):
            self._force(s, effect)
        if note.text == "{who:seat} draws {cards:card}.":
            for card in args["cards"]:
                issue = BOX.issue(card)
                if issue.item < 0 and s.rounds_of(args["who"], issue.ammunition) < BOX.most[issue.ammunition]:
                    used[card] += 1
        if note.text == "{who:seat} fires {weapon} ×{n:number}.":
            fired = [
                card for card in s.items(args["who"]) if BOX.item_weapon[BOX.item[card]] == args["weapon"]
            ]
            used.update(fired[: args["n"]])
        if note.text == "{who:seat} moves to {place:sector}." and BOX.is_sea[args["place"]]:
            used.update(self._items(s, "crosses_scum_sea"))
        if note.text == "{who:seat} evades {card}.":
            self._cloaked(s, args["card"])
        if "scores" in note.text and s.no_chips and any(s.slots[3 * s.mover : 3 * s.mover + 3]):
            self._force(s, "no_chips")

    def _cloaked(self, s: NuEarth, card: int) -> None:
        """An item that helps to evade was of use if the evasion would have failed without it."""
        companion = BOX.foes[card].companion
        initiative = BOX.foes[card].initiative if companion is None else companion.evade_initiative
        assert initiative is not None
        for item in self._items(s, "evade"):
            if self.report.evasion - BOX.items[BOX.item[item]].evade <= initiative:
                self.report.used[item] += 1

    def _items(self, s: NuEarth, able: str) -> list[int]:
        return [card for card in s.items(s.mover) if getattr(BOX.items[BOX.item[card]], able)]

    def _force(self, s: NuEarth, effect: str) -> None:
        if s.force != NOBODY and BOX.rogue(s.force).effect == effect:
            self.report.used[s.force] += 1

    def _top(self, s: NuEarth) -> int:
        stack = s.cards.zones[STACK]
        return stack[-1] if stack else NOBODY

    def _sets(self, s: NuEarth) -> set[int]:
        return {card for seat in range(s.players) for card in s.set_of(seat)}


def play(seed: int, players: int, report: Report, *, by_policy: bool = True, **options: Any) -> None:
    """One game of the house player against itself (or at random)."""
    rng = random.Random(f"{seed} {players}")
    game = Watched(report)
    run = Run(game, game.begin(RogueOptions(players=players, **options)), RandomSource(rng))
    report.decisions += playout(run, rng, policy=game.policy if by_policy else None)
    assert run.outcome is not None
    report.rounds.append(run.state.round)
    report.winners.update(run.outcome.winners)
    report.reasons[run.outcome.reason] += 1


if __name__ == "__main__":
    for number in sys.argv[2].split(","):
        found = Report()
        for game_number in range(int(sys.argv[1])):
            play(game_number, int(number), found)
        print(number, "players:", found.text(), "unused:", found.unused(), flush=True)
