"""Measuring: one rate, the knee, and whether kills lose anything."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

import msgspec

from .play import Field, Figures, Load
from .servers import Server, cpu_seconds, own_servers

#: An answer has to be quicker than this, in milliseconds, in 95 cases of a hundred.
LIMIT = 100.0
#: The rate to begin with, and how much it rises while the server keeps up.
FIRST, RISE = 100.0, 1.6
#: How often the stretch between the last good rate and the first bad one is halved.
HALVINGS = 3

T = TypeVar("T")


class Knee(msgspec.Struct):
    """The most answers a second before the 95th percentile passes 100 ms, and everything that was tried."""

    game: str
    tables: int
    processes: int
    answers_a_second: float
    p95: float
    cpu: int
    steps: list[Figures]


class Kills(msgspec.Struct):
    """What became of the answers of a server that was killed again and again."""

    game: str
    tables: int
    kills: int
    answers: int
    #: Lines of the log that somebody was sent before a kill and that were missing after it.
    lost: list[str]


def is_good(figures: Figures) -> bool:
    """Whether a server keeps up: quick enough, and nearly as many answers as were tried for."""
    return figures.p95 <= LIMIT and figures.answers_a_second >= 0.85 * figures.rate


async def find_knee(measure: Callable[[float], Coroutine[Any, Any, Figures]]) -> list[Figures]:
    """Try higher rates until the server no longer keeps up, then come closer from both sides.

    A rate at which it does not keep up is tried again before that is believed: when the machine hesitates once, at a low rate, the
    search would end far below the knee.
    """
    steps, good, bad = list[Figures](), 0.0, FIRST
    while True:
        steps.append(await measure(bad))
        if not is_good(steps[-1]):
            steps.append(await measure(bad))
            if not is_good(steps[-1]):
                break
        good, bad = bad, bad * RISE
    for _ in range(HALVINGS):
        steps.append(await measure((good + bad) / 2))
        if is_good(steps[-1]):
            good = steps[-1].rate
        else:
            bad = steps[-1].rate
    return steps


async def run_knee(
    servers: list[str], load: Load, seconds: float, told: Callable[[Figures], None] = lambda step: None
) -> Knee:
    """Find the knee of servers that are running. `told` is called after each step."""
    field = Field(servers, load)
    try:
        await field.open()

        async def measure(rate: float) -> Figures:
            step = await field.measure(rate, seconds, lambda: sum(map(cpu_seconds, servers)))
            told(step)
            return step

        steps = await find_knee(measure)
    finally:
        await field.close()
    best = max(
        (step for step in steps if is_good(step)), key=lambda step: step.answers_a_second, default=None
    )
    return Knee(
        load.game,
        load.tables,
        len(servers),
        0.0 if best is None else best.answers_a_second,
        steps[0].p95 if best is None else best.p95,
        steps[0].cpu if best is None else best.cpu,
        steps,
    )


async def run_rate(servers: list[str], load: Load, rate: float, seconds: float, least: int = 2) -> Figures:
    """Measure servers that are running at one rate."""
    field = Field(servers, load)
    try:
        await field.open()
        return await field.measure(rate, seconds, lambda: sum(map(cpu_seconds, servers)), least)
    finally:
        await field.close()


async def run_kills(
    servers: list[Server],
    load: Load,
    rate: float,
    kills: int,
    least: int = 100,
    told: Callable[[Kills], None] = lambda so_far: None,
) -> Kills:
    """Kill the servers again and again in the middle of a load, and look for what everybody had been told.

    Between two kills there are at least this many answers, and a moment that cannot be foreseen. `told` is called after
    each of them.
    """
    field, rng, answers = Field([server.url for server in servers], load), random.Random(), 0
    try:
        await field.open()
        field.pause = load.tables / rate
        for done in range(1, kills + 1):
            while len(field.times) < least:
                await asyncio.sleep(0.01)
            await asyncio.sleep(rng.uniform(0, 0.05))
            for server in servers:
                await asyncio.to_thread(server.kill)
            answers += len(field.times)
            field.times = []
            for server in servers:
                server.launch()
            for server in servers:
                await asyncio.to_thread(server.wait)
            await field.connect_again()
            told(Kills(load.game, load.tables, done, answers, field.lost))
    finally:
        await field.close()
    return Kills(load.game, load.tables, kills, answers, field.lost)


def with_servers(
    processes: int, database: str, redis: str, run: Callable[[list[Server]], Coroutine[Any, Any, T]]
) -> T:
    """Start servers, measure them, stop them."""
    with own_servers(processes, database, redis) as servers, asyncio.Runner(loop_factory=_loops()) as runner:
        return runner.run(run(servers))


def _loops() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """The quickest event loop there is: clients share the machine with what they measure."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop
