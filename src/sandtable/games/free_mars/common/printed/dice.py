"""How the dice of both games are read."""

from __future__ import annotations

from functools import lru_cache

from sandtable.engine import Reading


@lru_cache(maxsize=64)
def showing(faces: tuple[int, ...]) -> Reading[int]:
    """How many dice show one of these faces.

    >>> showing((5, 6))([6, 1, 5])
    2
    """
    return Reading(
        f"showing {faces}", 0, lambda read, face: read + (face in faces), counts=lambda face, _: face in faces
    )
