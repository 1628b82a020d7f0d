"""Limits of rate: so many of a thing in so many seconds, for each address or connection."""

from __future__ import annotations

import time

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

    __slots__ = ("drops", "most", "rate", "when")

    def __init__(self, most: float, rate: float) -> None:
        self.most, self.rate, self.drops, self.when = most, rate, most, time.monotonic()

    def take(self) -> bool:
        """Take a drop, if there is one."""
        if self._filled() < 1:
            return False
        self.drops -= 1
        return True

    def wait(self) -> float:
        """Take a drop that may still have to fall; the seconds until then."""
        self.drops = self._filled() - 1
        return max(0.0, -self.drops / self.rate)

    def _filled(self) -> float:
        now = time.monotonic()
        self.drops = min(self.most, self.drops + (now - self.when) * self.rate)
        self.when = now
        return self.drops


class Limits:
    """Buckets by thing and address."""

    def __init__(self, factor: float) -> None:
        self._factor = factor
        self._buckets: dict[tuple[str, str], Bucket] = {}

    def check(self, thing: str, address: str) -> None:
        """Refuse what comes too often."""
        if not self._factor:
            return
        bucket = self._buckets.get((thing, address))
        if bucket is None:
            while len(self._buckets) >= MOST:
                del self._buckets[next(iter(self._buckets))]
            most, per_minute = RATES[thing]
            bucket = self._buckets[thing, address] = Bucket(
                most * self._factor, per_minute * self._factor / 60
            )
        if not bucket.take():
            raise Refused("often", "That is too often; wait a moment.")

    def frames(self) -> Bucket | None:
        """The bucket of a new connection."""
        return Bucket(FRAMES[0] * self._factor, FRAMES[1] * self._factor) if self._factor else None
