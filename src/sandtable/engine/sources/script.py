"""Scripts: chance that is written down before it is asked for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

from ..chance import Chance, Raw, Roll, Shuffle, Source, tupled
from ..errors import SandtableError, ScriptEnded


class Script:
    """Chance by topic, for tests and tutorials: ``Script({"volley": [(6, 5, 1), (2, 2, 2)]})``.

    Each topic gives its outcomes in order: the faces rolled, the things drawn, or a whole order, of which the last is
    the top of a deck. Of a roll or an order, ``{place: what}`` fixes single places, counted from 0 (-1 is the last),
    and leaves the others to `then`. What the script does not hold comes from `then` too: "seed", the table's own
    dice, or another source. Without it that is an error that names the topic. An outcome that does not fit the question
    is an error too, unless `strict` is false: then as much of it as fits is used. A lesson cannot know what a learner does.

    >>> from sandtable.engine import Roll, SeedStream, Shuffle, seed_bytes
    >>> Script({"volley": [(6, 5)]}).raw(Roll(2, topic="volley"))
    (6, 5)
    >>> Script({"deck": [{-1: 7}]}, then=SeedStream(seed_bytes(1))).raw(Shuffle(range(9), topic="deck"))[-1]
    7
    """

    def __init__(
        self,
        topics: Mapping[str, Sequence[Sequence[Any] | Mapping[int, Any]]],
        then: Source | Literal["seed"] | None = None,
        *,
        strict: bool = True,
    ) -> None:
        if then is not None and then != "seed" and not callable(getattr(then, "raw", None)):
            raise SandtableError(
                f'then={then!r} is no source of chance. Write then="seed" for the table\'s own dice.'
            )
        self._raws, self._then, self._strict = _outcomes(topics), then, strict
        #: The dice of the table that takes its chance from here.
        self.seed_stream: Source | None = None
        #: How many outcomes of each topic have been used; undo resets it.
        self.taken: dict[str, int] = {}

    def raw(self, chance: Chance) -> Raw:
        """The next outcome the script holds for this topic, or one of `then`."""
        taken = self.taken.get(chance.topic, 0)
        raws = self._raws.get(chance.topic, ())
        if taken == len(raws):
            return self._rest(chance)
        entry = raws[taken]
        try:
            raw = self._filled(chance, entry) if isinstance(entry, Mapping) else entry
            chance.check(raw)
        except (ValueError, TypeError) as error:
            if not self._strict:
                self.taken = {**self.taken, chance.topic: taken + 1}
                return self._rest(chance)
            raise ScriptEnded(f"The script for {chance.topic!r} does not fit: {error}.") from None
        self.taken = {**self.taken, chance.topic: taken + 1}
        return raw

    def _rest(self, chance: Chance) -> Raw:
        """Chance that the script does not hold."""
        then = self.seed_stream if isinstance(self._then, str) else self._then
        if then is None:
            held = ", ".join(self._raws) or "none"
            more = 'Add one, or write Script(..., then="seed"), which takes what is missing from the seed.'
            if self._then == "seed":
                more = "Only a table has a seed: give the script to a table, or write then=SeedStream(...)."
            raise ScriptEnded(
                f"The script has no (more) outcomes for the topic {chance.topic!r}; its topics: {held}. {more}"
            )
        return then.raw(chance)

    def _filled(self, chance: Chance, fixed: Mapping[Any, Any]) -> Raw:
        """An outcome with some places fixed and the others as they come."""
        if not isinstance(chance, (Roll, Shuffle)):
            raise ValueError("single places can be fixed in a roll of dice or a shuffle only")
        raw = list(self._rest(chance))
        count = len(raw)
        odd = [place for place in fixed if not isinstance(place, int) or not -count <= place < count]
        if odd and not self._strict:
            fixed = {place: what for place, what in fixed.items() if place not in odd}
        elif odd:
            raise ValueError(f"there is no place {odd[0]!r} among {count}, counted from 0")
        places = {place % count: what for place, what in fixed.items()}
        if len(places) < len(fixed):
            raise ValueError("a place is fixed twice")
        if isinstance(chance, Shuffle):
            for what in places.values():
                if what not in raw:
                    raise ValueError(f"{what!r} is not, or not that often, among the {count} things shuffled")
                raw.remove(what)
            others = iter(raw)
            return tuple(places[place] if place in places else next(others) for place in range(count))
        return tuple(places.get(place, face) for place, face in enumerate(raw))

    def pass_over(self, topics: Iterable[str]) -> None:
        """Skip one outcome for each of these topics, because the game has used it already."""
        for topic in topics:
            self.taken[topic] = min(self.taken.get(topic, 0) + 1, len(self._raws.get(topic, ())))

    @property
    def remaining(self) -> dict[str, int]:
        """How many outcomes of each topic are unused."""
        left = {topic: len(raws) - self.taken.get(topic, 0) for topic, raws in self._raws.items()}
        return {topic: n for topic, n in left.items() if n}


def _outcomes(topics: Any) -> dict[str, list[Any]]:
    """The outcomes of each topic, as the table knows them. Whatever is wrong is shown as it would be right."""
    if not isinstance(topics, Mapping):
        raise SandtableError(
            f'A script maps topics to outcomes, {{"volley": [(6, 5)]}}; {topics!r} does not.'
        )
    for topic, raws in topics.items():
        if isinstance(raws, str | Mapping) or not isinstance(raws, Iterable):
            raise SandtableError(f"The script for {topic!r} is a list of outcomes, [(6, 5)], not {raws!r}.")
        for raw in raws:
            if isinstance(raw, str) or not isinstance(raw, Iterable):
                raise SandtableError(
                    f"{raw!r} is no outcome for {topic!r}: each is a list, even of one: [({raw!r},)]."
                )
    return {
        topic: [dict(raw) if isinstance(raw, Mapping) else tupled(tuple(raw)) for raw in raws]
        for topic, raws in topics.items()
    }
