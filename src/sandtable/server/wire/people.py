"""Who somebody is, and how they say so."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from .common import Body, Name, Password


class Me(msgspec.Struct):
    """Who you are. A guest is known only by a cookie."""

    id: str
    name: str
    is_guest: bool
    webhook: str = ""


class GuestBody(Body):
    name: Name


class AccountBody(Body):
    name: Name
    password: Password


class LoginBody(Body):
    name: Annotated[str, Meta(max_length=40)]
    password: Annotated[str, Meta(max_length=200)]


class PasswordBody(Body):
    old: Annotated[str, Meta(max_length=200)]
    new: Password


class SessionInfo(msgspec.Struct):
    """A browser in which you are logged in."""

    id: str
    #: What people call it, such as "Firefox on Linux"; empty if it is not known.
    browser: str
    #: When you logged in there.
    created: float
    #: Whether it is the one that asks.
    is_this: bool


class WebhookBody(Body):
    #: Empty: no webhook.
    url: Annotated[str, Meta(max_length=500)]
