"""Limits on wrong passwords, for each account. docs/decisions/password-tries.md explains the scheme."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

from ..rate_limits import TokenBucket, network_of
from ..refusal import Refused

#: How many wrong passwords one address or known device may try for an account without waiting.
FREE = 5
#: The first wait in seconds. Each further wrong password doubles it, up to the longest wait.
WAIT, LONGEST = 1.0, 900.0
#: After this many seconds without a try, the count for an address starts again from zero.
FORGET = 86400.0
#: Wrong passwords for one account from all unknown devices together: (how many at once, how many an hour).
ACCOUNT = (50, 20)
#: The most accounts, and the most addresses, to remember; beyond that the oldest are dropped.
MOST = 50_000


class _Failures:
    """Wrong passwords in a row, and the time of the last one."""

    __slots__ = ("count", "last")

    def __init__(self) -> None:
        self.count, self.last = 0, 0.0

    def due(self) -> float:
        """When the next try is allowed."""
        over = self.count - FREE
        return self.last + min(LONGEST, WAIT * 2 ** (over - 1)) if over > 0 else 0.0


class PasswordTry:
    """A try that counts as wrong until it is known to be right."""

    def __init__(
        self, tries: PasswordTries, place: tuple[str, str, str], account: TokenBucket | None
    ) -> None:
        self._tries, self._place, self._account = tries, place, account

    def was_right(self) -> None:
        self._tries.forgive(self._place)
        if self._account is not None:
            self._account.give_back()


class PasswordTries:
    """Wrong passwords by account and address.

    They are counted before the password is checked, so that trying many at once gains nothing. A name that
    nobody has is treated like any other.
    """

    def __init__(self, factor: float, now: Callable[[], float] = time.monotonic) -> None:
        self._factor, self._now = factor, now
        self._failures: OrderedDict[tuple[str, str, str], _Failures] = OrderedDict()
        self._accounts: OrderedDict[str, TokenBucket] = OrderedDict()

    @property
    def size(self) -> int:
        return len(self._failures) + len(self._accounts)

    def begin(self, login: str, address: str, device: str | None) -> PasswordTry:
        """Count a try, or refuse it. `device` identifies the browser if this account knows it."""
        place = (login, "device", device) if device else (login, "address", network_of(address))
        if not self._factor:
            return PasswordTry(self, place, None)
        now, failures = self._now(), self._failures_at(place)
        if (wait := failures.due() - now) > 0:
            seconds = max(1, round(wait))
            raise Refused("often", f"Too many wrong passwords for this name; try again in {seconds} s.")
        account = None if device else self._account(login)
        if account is not None and not account.take():
            raise Refused(
                "often",
                "Too many wrong passwords for this name from unknown browsers; try again later, "
                "or in a browser in which you have logged in before.",
            )
        failures.count, failures.last = failures.count + 1, now
        return PasswordTry(self, place, account)

    def forgive(self, place: tuple[str, str, str]) -> None:
        self._failures.pop(place, None)

    def _failures_at(self, place: tuple[str, str, str]) -> _Failures:
        found = self._failures.get(place)
        if found is None or self._now() - found.last > FORGET:
            found = self._failures[place] = _Failures()
        self._failures.move_to_end(place)
        while len(self._failures) > MOST:
            self._failures.popitem(last=False)
        return found

    def _account(self, login: str) -> TokenBucket:
        found = self._accounts.get(login)
        if found is None:
            tries, per_hour = ACCOUNT
            found = self._accounts[login] = TokenBucket(
                tries * self._factor, per_hour * self._factor / 3600, self._now
            )
        self._accounts.move_to_end(login)
        while len(self._accounts) > MOST:
            self._accounts.popitem(last=False)
        return found
