"""Metrics for the host, in the text format of Prometheus."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping

BUCKETS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0)
HELP = {
    "answers": "Answers, undos and orders that were stored.",
    "answer_seconds": "From an answer to its being stored.",
    "refused": "Frames that were refused.",
    "conflicts": "Answers for which another process was quicker.",
    "reloads": "Games that were read again as a whole.",
    "rule_failures": "Rules that failed.",
    "games_begun": "Games that were begun.",
    "notices": "Webhooks that were called.",
    "sockets": "Open sockets.",
    "rooms": "Tables in memory.",
    "unopened": "Tables that could not be opened.",
    "lost": "Tables in memory that wait for the database to be read again.",
    "requests": "HTTP requests.",
    "cpu_seconds": "CPU time that this process has used.",
}


class Metrics:
    """Counters and histograms of this process."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.sockets = 0
        self._buckets: dict[str, list[int]] = {}
        self._sums: Counter[str] = Counter()

    def count(self, name: str) -> None:
        self.counts[name] += 1

    def observe(self, name: str, seconds: float) -> None:
        buckets = self._buckets.get(name)
        if buckets is None:
            buckets = self._buckets[name] = [0] * (len(BUCKETS) + 1)
        buckets[bisect_left(BUCKETS, seconds)] += 1
        self._sums[name] += seconds  # type: ignore[assignment]  # a Counter adds up whatever it is given

    def text(self, gauges: Mapping[str, float]) -> str:
        """All metrics, one a line."""
        lines: list[str] = []
        for name, value in sorted(self.counts.items()):
            lines += [*_head(f"{name}_total", name, "counter"), f"sandtable_{name}_total {value}"]
        for name, level in sorted(gauges.items()):
            lines += [*_head(name, name, "gauge"), f"sandtable_{name} {level}"]
        for name, buckets in sorted(self._buckets.items()):
            lines += _head(name, name, "histogram")
            total = 0
            for most, count in zip([*map(str, BUCKETS), "+Inf"], buckets, strict=True):
                total += count
                lines.append(f'sandtable_{name}_bucket{{le="{most}"}} {total}')
            lines += [f"sandtable_{name}_sum {self._sums[name]:.6f}", f"sandtable_{name}_count {total}"]
        return "\n".join(lines) + "\n"


def _head(name: str, key: str, kind: str) -> list[str]:
    return [f"# HELP sandtable_{name} {HELP.get(key, key)}", f"# TYPE sandtable_{name} {kind}"]
