"""Ports for the servers that tests start."""

from __future__ import annotations

import os
import socket
from itertools import cycle

#: Below the ports that systems hand out by themselves (from 32768 on Linux): no connection of another program can take
#: one of ours between choosing it and listening on it, or while a server that was killed is started again.
FIRST, EACH, BLOCKS = 10_000, 20, 1_100
_numbers = cycle(range(EACH))


def own_port() -> int:
    """A port of this process's own block, so that test processes side by side never want the same one."""
    block = FIRST + os.getpid() % BLOCKS * EACH
    for _ in range(EACH):
        port = block + next(_numbers)
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:  # another program's own
                continue
        return port
    raise RuntimeError(f"The ports {block} to {block + EACH - 1} are all taken.")
