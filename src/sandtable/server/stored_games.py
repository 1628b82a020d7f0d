"""Stored games after an upgrade: those of older rules are opened once, and the host is told what became of them."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from contextlib import suppress
from typing import TYPE_CHECKING

from sandtable.engine import SandtableError
from sandtable.engine.saving.header import decode_header
from sandtable.engine.saving.replay import is_of_older_rules

from .refusal import Refused
from .store.database import DatabaseAway
from .tables.catalogue import find
from .tables.opening import Way

if TYPE_CHECKING:
    from .hub import Hub

log = logging.getLogger("sandtable.server")
#: The name under which the database keeps the rules its games were last brought up to.
RULES = "rules"
UNOPENED = "could not be opened"


class StoredGames:
    """Brings the stored games of one server up to the present rules, once after each change of a game's rules."""

    def __init__(self, hub: Hub) -> None:
        self._hub, self._upgrades = hub, hub.tables.upgrades
        #: How many games went which way.
        self.ways: Counter[str] = Counter()

    async def bring_up_to_date(self) -> None:
        """Open every game of older rules, and report. It is done again at the next start if this one was interrupted."""
        while True:
            try:
                if await self._upgrades.kept(RULES) == (rules := await self._present_rules()):
                    return
                await self._open_old()
                await self._upgrades.keep(RULES, rules)
                break
            except DatabaseAway:
                await asyncio.sleep(self._hub.settings.retry)
        # The first game of its kind on this server is no change of rules.
        if self.ways.keys() - {Way.AS_STORED.value}:
            log.warning("%s", self.report())

    async def _present_rules(self) -> str:
        """The version of the rules of every game that is stored here: "mars-or-die 5, red-dust 5"."""
        found = []
        for key in await self._upgrades.games():
            with suppress(SandtableError):  # a game of the host's own that is not installed now
                found.append(f"{key} {find(key).rules_version}")
        return ", ".join(found)

    async def _open_old(self) -> None:
        self.ways.clear()
        last = ""
        while page := await self._upgrades.headers(last):
            for id, header in page:
                self.ways[await self._opened(id) if _is_old(header) else Way.AS_STORED.value] += 1
            last = page[-1][0]

    async def _opened(self, table: str) -> str:
        try:
            return (await self._hub.open_once(table)).value
        except Refused:  # the log has the reason
            return UNOPENED

    def report(self) -> str:
        """What became of the stored games, in a line."""
        named = (*(way.value for way in Way), UNOPENED)
        parts = ", ".join(f"{self.ways[way]} {way}" for way in named if self.ways[way] or way != UNOPENED)
        return f"Stored games after the change of rules: {self.ways.total()} found, {parts}."


def _is_old(header: str) -> bool:
    try:
        decoded = decode_header(header.encode())
        return is_of_older_rules(decoded, find(decoded.game))
    except SandtableError:  # opening it says what is wrong
        return True
