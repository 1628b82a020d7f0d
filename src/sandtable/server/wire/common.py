"""What requests and responses share: names with limits, the request body, the error."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

Name = Annotated[str, Meta(min_length=1, max_length=40)]
Password = Annotated[str, Meta(min_length=8, max_length=200)]
SeatId = Annotated[str, Meta(min_length=1, max_length=40)]
Key = Annotated[str, Meta(max_length=400)]
Id = Annotated[int, Meta(ge=0, le=2**53 - 1)]


class Body(msgspec.Struct, forbid_unknown_fields=True):
    """A request body; an unknown field is an error that names it."""


class Problem(msgspec.Struct):
    """The body of every error."""

    error: str
    code: str
