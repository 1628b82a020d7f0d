"""The switches around conditions while games are played: which condition is dropped, and which would make a difference."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import CodeType, ModuleType
from typing import Any

from .conditions import SWITCH, Source


class Switches:
    """Drops one condition at a time, or notes which ones had another value than the one they have when dropped."""

    def __init__(self, neutral: list[bool | None]) -> None:
        self.neutral = neutral
        #: The condition that is dropped; -1: none.
        self.dropped = -1
        #: The conditions whose dropping would have made a difference somewhere since it was emptied; None: nobody notes them.
        self.seen: set[int] | None = None

    def condition(self, number: int, value: Any) -> Any:
        """What the code of a refusal calls with the value of each condition."""
        if number == self.dropped:
            return self.neutral[number]
        if self.seen is not None and number not in self.seen:
            neutral = self.neutral[number]
            if (value is not None) if neutral is None else bool(value) != neutral:
                self.seen.add(number)
        return value


def install(sources: Mapping[str, Source]) -> Switches:
    """Let the modules of a package be imported with switches. None of them may have been imported before."""
    early = [name for name in sources if name in sys.modules]
    assert not early, f"imported without switches: {early}"
    conditions = [it for source in sources.values() for it in source.conditions]
    assert [it.number for it in conditions] == list(range(len(conditions)))
    switches = Switches([it.neutral for it in conditions])
    sys.meta_path.insert(0, _Finder(sources, switches))
    return switches


class _Finder(MetaPathFinder):
    """Finds the modules with switches."""

    def __init__(self, sources: Mapping[str, Source], switches: Switches) -> None:
        self.sources, self.switches = sources, switches

    def find_spec(
        self, fullname: str, path: Any = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        source = self.sources.get(fullname)
        if source is None:
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is not None and isinstance(spec.loader, SourceFileLoader):
            code = compile(source.tree, spec.loader.path, "exec", dont_inherit=True)
            spec.loader = _WithSwitches(fullname, spec.loader.path, code, self.switches)
        return spec


class _WithSwitches(SourceFileLoader):
    """Loads the code with switches instead of the one in the file."""

    def __init__(self, fullname: str, path: str, code: CodeType, switches: Switches) -> None:
        super().__init__(fullname, path)
        self._code, self._switches = code, switches

    def get_code(self, fullname: str) -> CodeType:
        return self._code

    def exec_module(self, module: ModuleType) -> None:
        setattr(module, SWITCH, self._switches.condition)
        super().exec_module(module)
