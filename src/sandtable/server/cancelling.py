"""Cancelling tasks reliably."""

from __future__ import annotations

import asyncio
from typing import Any

#: A task that has not ended after this many seconds is cancelled again.
CANCEL_AGAIN = 0.5


async def cancel_all(*tasks: asyncio.Task[Any] | None) -> None:
    """Cancel the tasks and wait until each has ended.

    A client library can swallow a cancellation while it connects or cleans up, so it is repeated.
    """
    while going := [task for task in tasks if task is not None and not task.done()]:
        for task in going:
            task.cancel()
        await asyncio.wait(going, timeout=CANCEL_AGAIN)
