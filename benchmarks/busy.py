"""Keep every core busy until Ctrl-C, to see how something behaves on a machine that has other things to do.

    python benchmarks/busy.py            one process a core
    python benchmarks/busy.py 6          six processes

Run the tests beside it: `python benchmarks/busy.py & make test; kill %1`.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import signal
from contextlib import suppress
from hashlib import sha256


def burn() -> None:
    """Work until somebody stops it: arithmetic, memory and hashing in turn."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    block = bytes(1 << 20)
    while True:
        sum(n * n for n in range(50_000))
        block = sha256(block).digest() * (1 << 15)


def main() -> None:
    parser = argparse.ArgumentParser(description="Keep every core busy until Ctrl-C.")
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    parser.add_argument("processes", nargs="?", type=int, default=cores, help=f"how many (default: {cores})")
    wanted = parser.parse_args().processes
    workers = [multiprocessing.Process(target=burn, daemon=True) for _ in range(wanted)]
    for worker in workers:
        worker.start()
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # `kill` ends the workers, too
    print(f"{wanted} processes are busy. Ctrl-C ends them.", flush=True)
    with suppress(KeyboardInterrupt):
        for worker in workers:
            worker.join()


if __name__ == "__main__":
    main()
