"""Rate limits, which are at most N events in T seconds for each address or connection, and caps on open sockets.

docs/decisions/our-own-rate-limits.md says why this is not the framework's middleware.
"""

from __future__ import annotations

import ipaddress
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from math import ceil

from .refusal import Refused

#: Kind of request -> (how many at once, how many a minute).
RATES: dict[str, tuple[float, float]] = {
    "read": (200, 1200),
    "write": (60, 240),
    "guest": (20, 30),
    "password": (8, 12),
    "table": (20, 30),
    "import": (4, 6),
    "replay": (60, 600),
    "socket": (60, 120),
}
#: How many frames a connection may send at once, and how many a second; faster ones are read later.
FRAMES = (200.0, 50.0)
#: The most buckets to keep; beyond that the oldest are dropped.
MOST = 20_000


class TokenBucket:
    """Holds up to `most` tokens and gains `rate` tokens a second; each event takes one."""

    __slots__ = ("most", "now", "rate", "tokens", "when")

    def __init__(self, most: float, rate: float, now: Callable[[], float] = time.monotonic) -> None:
        self.most, self.rate, self.tokens, self.now, self.when = most, rate, most, now, now()

    def take(self) -> bool:
        """Take a token, if there is one."""
        if self._filled() < 1:
            return False
        self.tokens -= 1
        return True

    def give_back(self) -> None:
        """Return a token that should not have been taken."""
        self.tokens += 1

    def wait(self) -> float:
        """Take a token, in advance if need be; returns how many seconds to wait until it is there."""
        self.tokens = self._filled() - 1
        return max(0.0, -self.tokens / self.rate)

    def _filled(self) -> float:
        now = self.now()
        self.tokens = min(self.most, self.tokens + (now - self.when) * self.rate)
        self.when = now
        return self.tokens


class RateLimits:
    """Token buckets by kind of request and address. `factor` multiplies every rate; 0 lifts the limits."""

    def __init__(
        self,
        factor: float,
        now: Callable[[], float] = time.monotonic,
        *,
        sockets_each: int = 0,
        sockets_address: int = 0,
    ) -> None:
        self._factor, self._now = factor, now
        self.sockets = Sockets(ceil(sockets_each * factor), ceil(sockets_address * factor))
        self._buckets: dict[tuple[str, str], TokenBucket] = {}

    def check(self, kind: str, address: str) -> None:
        """Refuse a request that comes too soon after many others of its kind."""
        if not self._factor:
            return
        address = network_of(address)
        bucket = self._buckets.get((kind, address))
        if bucket is None:
            while len(self._buckets) >= MOST:
                del self._buckets[next(iter(self._buckets))]
            most, per_minute = RATES[kind]
            bucket = self._buckets[kind, address] = TokenBucket(
                most * self._factor, per_minute * self._factor / 60, self._now
            )
        if not bucket.take():
            raise Refused("often", "Too many requests; wait a moment.")

    def frames(self) -> TokenBucket | None:
        """The bucket for the frames of a new connection; None without limits."""
        return TokenBucket(FRAMES[0] * self._factor, FRAMES[1] * self._factor) if self._factor else None


class Sockets:
    """How many sockets each person and each address has open in this process, and the most they may have; 0 is any number."""

    def __init__(self, most_each: int, most_address: int) -> None:
        self._most_each, self._most_address = most_each, most_address
        self._open: Counter[tuple[str, str]] = Counter()

    def of_person(self, person: str) -> AbstractContextManager[None]:
        """A place for one more socket of a person."""
        return self._place(("person", person), self._most_each, "You have too many tables open; close some.")

    def at_address(self, address: str) -> AbstractContextManager[None]:
        """A place for one more socket from an address."""
        why = "Too many tables are open at your address; close some."
        return self._place(("address", network_of(address)), self._most_address, why)

    @contextmanager
    def _place(self, whose: tuple[str, str], most: int, why: str) -> Iterator[None]:
        if most and self._open[whose] >= most:
            raise Refused("crowded", why)
        self._open[whose] += 1
        try:
            yield
        finally:
            self._open[whose] -= 1
            if not self._open[whose]:
                del self._open[whose]


def network_of(address: str) -> str:
    """What counts as one address. For IPv6 that is the /64 network, since each customer is given a whole one.

    >>> network_of("2001:db8:0:1:2::3"), network_of("192.0.2.1"), network_of("::ffff:192.0.2.1")
    ('2001:db8:0:1::/64', '192.0.2.1', '192.0.2.1')
    """
    try:
        ip = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:  # not an IP address, such as the path of a Unix socket
        return address
    if isinstance(ip, ipaddress.IPv4Address):
        return str(ip)
    return str(ip.ipv4_mapped or ipaddress.IPv6Network((ip, 64), strict=False))
