"""Rate limits: at most N events in T seconds, for each address or connection."""

from __future__ import annotations

import ipaddress
import time
from collections.abc import Callable

from .refusal import Refused

#: Thing -> (how many at once, how many a minute).
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
#: A connection may send so many frames at once, and so many a second; what comes quicker waits.
FRAMES = (200.0, 50.0)
#: Of these there are never more; the oldest are forgotten.
MOST = 20_000


class Bucket:
    """Holds so many drops and fills by so many a second; each thing done takes one."""

    __slots__ = ("drops", "most", "now", "rate", "when")

    def __init__(self, most: float, rate: float, now: Callable[[], float] = time.monotonic) -> None:
        self.most, self.rate, self.drops, self.now, self.when = most, rate, most, now, now()

    def take(self) -> bool:
        """Take a drop, if there is one."""
        if self._filled() < 1:
            return False
        self.drops -= 1
        return True

    def give_back(self) -> None:
        """Put back a drop that was taken for nothing."""
        self.drops += 1

    def wait(self) -> float:
        """Take a drop that may still have to fall; the seconds until then."""
        self.drops = self._filled() - 1
        return max(0.0, -self.drops / self.rate)

    def _filled(self) -> float:
        now = self.now()
        self.drops = min(self.most, self.drops + (now - self.when) * self.rate)
        self.when = now
        return self.drops


class Limits:
    """Buckets by thing and address."""

    def __init__(self, factor: float, now: Callable[[], float] = time.monotonic) -> None:
        self._factor, self._now = factor, now
        self._buckets: dict[tuple[str, str], Bucket] = {}

    def check(self, thing: str, address: str) -> None:
        """Refuse what comes too often."""
        if not self._factor:
            return
        address = network_of(address)
        bucket = self._buckets.get((thing, address))
        if bucket is None:
            while len(self._buckets) >= MOST:
                del self._buckets[next(iter(self._buckets))]
            most, per_minute = RATES[thing]
            bucket = self._buckets[thing, address] = Bucket(
                most * self._factor, per_minute * self._factor / 60, self._now
            )
        if not bucket.take():
            raise Refused("often", "That is too often; wait a moment.")

    def frames(self) -> Bucket | None:
        """The bucket of a new connection."""
        return Bucket(FRAMES[0] * self._factor, FRAMES[1] * self._factor) if self._factor else None


def network_of(address: str) -> str:
    """What counts as one address: of IPv6 the network, since each customer is given a whole one.

    >>> network_of("2001:db8:0:1:2::3"), network_of("192.0.2.1"), network_of("::ffff:192.0.2.1")
    ('2001:db8:0:1::/64', '192.0.2.1', '192.0.2.1')
    """
    try:
        ip = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:  # no address at all, such as that of a socket in a file
        return address
    if isinstance(ip, ipaddress.IPv4Address):
        return str(ip)
    return str(ip.ipv4_mapped or ipaddress.IPv6Network((ip, 64), strict=False))
