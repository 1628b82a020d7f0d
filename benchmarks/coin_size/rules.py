"""The operations. Plain functions, typed, with no class of their own: mypyc compiles this module as it is."""

from __future__ import annotations

from typing import Any

from sandtable.engine import DONE, Roll, Steps, at_least, say
from sandtable.engine.asking import Topic, pick

from .state import FACTIONS, NEIGHBOURS, SPACES, SPECIAL, Operation, Planet, Way


def place(s: Planet, who: int, space: int, n: int) -> None:
    """Put pieces on (or take them off) a space and keep control up to date."""
    n = min(n, s.available[who])
    s.available[who] -= n
    s.pieces[space * FACTIONS + who] += n
    at = space * FACTIONS
    here = s.pieces[at : at + FACTIONS]
    most = max(here)
    holder = here.index(most) if most * 2 > sum(here) else -1
    old = s.control[space]
    if holder != old:
        s.control[space] = holder
        if old >= 0:
            s.controlled[old] -= 1
        if holder >= 0:
            s.controlled[holder] += 1


def free_spaces(s: Planet, done: set[int], special: bool) -> list[Any]:
    spaces: list[Any] = [space for space in range(SPACES) if space not in done]
    return [*spaces, SPECIAL, DONE] if special else [*spaces, DONE]


def next_space(
    s: Planet, who: int, topic: Topic, prompt: str, done: set[int], special: list[bool]
) -> Steps[int | None]:
    """10 The next space of an operation; a special activity may come before it."""
    while len(done) < 5:
        space = yield pick(
            who, topic, prompt, lambda: free_spaces(s, done, special[0]), label="Operate in {it}"
        )
        if space is SPECIAL:
            special[0] = False
            yield from extort(s, who)
            continue
        if space is DONE:
            return None
        done.add(space)
        return space  # type: ignore[no-any-return]
    return None


RALLY_SPACE = Topic("operate", "16.6", "Your pieces gather in this space.", "space")
RALLY_HOW = Topic("rally", "16.6", "What your pieces do here: recruit two more, build a base or hide.")


def rally(s: Planet, who: int, special: list[bool]) -> Steps[None]:
    """16.6 Rally. Pieces gather."""
    done: set[int] = set()
    while (space := (yield from next_space(s, who, RALLY_SPACE, "Rally where?", done, special))) is not None:
        at = space * FACTIONS + who
        match (yield pick(who, RALLY_HOW, "Rally in {space}: how?", tuple(Way), about={"space": space})):
            case Way.PIECES:
                place(s, who, space, 2)
            case Way.BASE:
                s.bases[at] = 1
            case Way.HIDE:
                s.hidden[at] = s.pieces[at]
        s.resources[who] -= 1


MARCH_FROM = Topic("operate", "16.1", "Pieces of yours leave this space for a neighbour.", "space")
MARCH_TO = Topic("march", "16.1", "The neighbouring space your pieces move to.", "space")
MARCH_PIECES = Topic("number", "16.1", "This many pieces move; the others stay behind.", "number")


def march(s: Planet, who: int, special: list[bool]) -> Steps[None]:
    """16.1 March. Pieces move to a neighbour."""
    done: set[int] = set()
    while (
        space := (yield from next_space(s, who, MARCH_FROM, "March from where?", done, special))
    ) is not None:
        goal = yield pick(
            who, MARCH_TO, "March from {space} where?", NEIGHBOURS[space], about={"space": space}
        )
        n = s.pieces[space * FACTIONS + who]
        if n:
            moved = yield pick(who, MARCH_PIECES, "How many?", range(1, n + 1))
            place(s, who, space, -moved)
            place(s, who, goal, moved)


ATTACK_SPACE = Topic(
    "operate", "16.9", "A die for each of your pieces here decides what enemies lose.", "space"
)
LOSS = Topic("loss", "16.9", "This faction loses one piece here.", "faction")


def attack(s: Planet, who: int, special: list[bool]) -> Steps[None]:
    """16.9 Attack. A die decides what the enemies lose."""
    done: set[int] = set()
    while (
        space := (yield from next_space(s, who, ATTACK_SPACE, "Attack where?", done, special))
    ) is not None:
        at = space * FACTIONS
        hits = yield Roll(max(1, s.pieces[at + who]), at_least(5), topic="attack")
        while hits > 0:
            enemies = [other for other in range(FACTIONS) if other != who and s.pieces[at + other]]
            if not enemies:
                break
            place(s, (yield pick(who, LOSS, "Who loses a piece?", enemies)), space, -1)
            hits -= 1


EXTORT = Topic("extort", "17.4", "You gain two resources from this space.", "space")


def extort(s: Planet, who: int) -> Steps[None]:
    """17.4 Extort. Resources from spaces one controls."""
    held = [space for space in range(SPACES) if s.control[space] == who]
    if held:
        yield pick(who, EXTORT, "Extort where?", held)
        s.resources[who] += 2


OPERATION = Topic("operation", "2", "What your pieces do this turn, in up to five spaces.")


def action(s: Planet) -> Steps[None]:
    """2 A faction's action: an operation with a special activity."""
    who = s.mover
    operation = yield pick(who, OPERATION, "Which operation?", tuple(Operation))
    yield say("{who:faction} chooses {what}.", who=who, what=operation)
    if operation is Operation.RALLY:
        yield from rally(s, who, [True])
    elif operation is Operation.MARCH:
        yield from march(s, who, [True])
    else:
        yield from attack(s, who, [True])
    s.mover = (who + 1) % FACTIONS
    s.round += s.mover == 0
