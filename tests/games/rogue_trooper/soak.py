"""Bot games of Rogue Trooper in number, with a count of every card that was used to effect."""

from __future__ import annotations

import random
import statistics
import sys
from collections import Counter
from typing import Any

from sandtable.engine import Note, RandomSource, Run, Steps, playout
from sandtable.games.rogue_trooper import RogueOptions, RogueTrooper
from sandtable.games.rogue_trooper.book import book_of
from sandtable.games.rogue_trooper.state import NOBODY, STACK, NuEarth, Phase

BOOK = book_of("default")
#: Lines of the log that say that the card they name had its effect.
EFFECTS = (
    "{card} is destroyed.",
    "{who:seat} evades {card}.",
    "{who:seat} surrenders to {card} and goes to {place:sector}.",
    "{card} joins {who:seat}.",
    "{who:seat} takes {card}.",
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

    def unused(self) -> list[str]:
        return [BOOK.card_ids[card] for card in range(BOOK.cards) if not self.used[card]]

    def text(self) -> str:
        games = len(self.rounds)
        lines = [
            f"{games} games, {self.decisions} decisions",
            f"  median {statistics.median(self.rounds)} rounds, 90% within {sorted(self.rounds)[int(0.9 * games)]}",
            f"  won by seat: {sorted(self.winners.items())}",
            *(f"  {n} times: {reason}" for reason, n in self.reasons.most_common()),
        ]
        for deck, name in enumerate(("Encounter", "Supply", "Mission", "Rogue", "Clue")):
            uses = [self.used[card] for card in BOOK.cards_of(deck)]
            rarest = min(BOOK.cards_of(deck), key=lambda card: self.used[card])
            lines.append(f"  {name}: {sum(uses)} uses, rarest {BOOK.card_ids[rarest]} with {min(uses)}")
        return "\n".join(lines)


class Watched(RogueTrooper):
    """The game, with somebody who counts."""

    def __init__(self, report: Report) -> None:
        self.report = report

    def turn(self, s: NuEarth) -> Steps:
        return self._watched(s, super().turn(s))

    def _watched(self, s: NuEarth, steps: Steps) -> Steps:
        phase, top, lives = s.phase, self._top(s), s.lives[s.mover]
        rounds, salvo, hand = sum(s.ammunition), s.first_salvo, self._clues(s)
        answer: Any = None
        while True:
            try:
                step = steps.send(answer)
            except StopIteration:
                break
            if isinstance(step, Note):
                self._note(s, step)
            answer = yield step
        used = self.report.used
        if phase is Phase.FACING and top != NOBODY and s.lives[s.mover] != lives:
            used[top] += 1  # it hurt, or healed
        if phase is Phase.FACING and top != NOBODY and BOOK.foes[top].supply and sum(s.ammunition) != rounds:
            used[top] += 1
        if phase is Phase.DRAWING and s.extra_cards:
            self._force(s, "reinforce")
        if phase is Phase.FACING and top != NOBODY and BOOK.foes[top].is_fought and s.no_evading:
            if not BOOK.is_glass[s.sector[s.mover]]:
                self._force(s, "no_evading")
        if salvo and not s.first_salvo and phase in (Phase.FACING, Phase.MEETING, Phase.CONFRONTATION):
            self._force(s, "first_salvo")
        if phase is Phase.MOVING and s.sector[s.mover] == BOOK.security_zone and s.has_entered:
            self._force(s, "clearance")
        for card in self._clues(s) - hand:
            used[card] += 1

    def _note(self, s: NuEarth, note: Note) -> None:
        used, args = self.report.used, note.args
        if note.text in EFFECTS:
            used[args["card"]] += 1
        if note.text in IN_FORCE:
            for effect in IN_FORCE[note.text]:
                self._force(s, effect)
        if note.text == "{who:seat} draws {cards:card}.":
            for card in args["cards"]:
                issue = BOOK.issue(card)
                if (
                    issue.item >= 0
                    or s.rounds_of(args["who"], issue.ammunition) < BOOK.most[issue.ammunition]
                ):
                    used[card] += 1
        if "scores" in note.text and s.no_chips and any(s.slots[3 * s.mover : 3 * s.mover + 3]):
            self._force(s, "no_chips")

    def _force(self, s: NuEarth, effect: str) -> None:
        if s.force != NOBODY and BOOK.rogue(s.force).effect == effect:
            self.report.used[s.force] += 1

    def _top(self, s: NuEarth) -> int:
        stack = s.cards.zones[STACK]
        return stack[-1] if stack else NOBODY

    def _clues(self, s: NuEarth) -> set[int]:
        return {card for seat in range(s.players) for card in (*s.clues(seat), *s.set_of(seat))}


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
