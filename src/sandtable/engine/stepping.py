"""Games that play themselves: nobody is asked anything, so somebody has to turn the pages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NoReturn, Self

from .errors import SandtableError
from .game import Outcome
from .recorder import Recorder
from .run import Run


class Stepping:
    """The part of a table that plays a game of nobody but non-players, turn by turn."""

    run: Run[Any]
    _recorder: Recorder

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        return self.run.outcome

    @property
    def is_waiting(self) -> bool:
        """Whether the game plays itself and waits for `step`: it is not over, but nobody is asked anything."""
        return self.run.is_waiting

    def step(self) -> Self:
        """Play one turn of a game that asks nobody anything, such as one of four non-players."""
        if not self.is_waiting:
            told = "Somebody is asked: answer with `choose`." if self.outcome is None else "The game is over."
            raise SandtableError(f"There is no turn to play by itself. {told}")
        try:
            self._recorder.step()
        except BaseException as error:
            self._raise(error, ["(a turn by itself)"])
        return self

    def _raise(self, error: BaseException, answers: Sequence[str]) -> NoReturn:
        raise NotImplementedError
