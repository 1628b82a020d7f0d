"""Guessing passwords: tries are limited for each account too, and nobody can lock its owner out."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from sandtable.server.hub import Hub
from sandtable.server.people.accounts import DEVICE
from sandtable.server.people.password_tries import ACCOUNT, FREE, LONGEST, PasswordTries
from sandtable.server.rate_limits import RateLimits
from sandtable.server.refusal import Refused
from sandtable.server.web.people import post_account, post_login
from sandtable.server.wire import AccountBody, LoginBody

from ..rooms import run


class Clock:
    """Time that passes when a test says so."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class Browser:
    """Somebody at an address who calls the routes of people."""

    def __init__(self, hub: Hub, address: str, device: str = "") -> None:
        state = SimpleNamespace(hub=hub, rate_limits=RateLimits(0.0))
        self.request: Any = SimpleNamespace(
            app=SimpleNamespace(state=state),
            client=SimpleNamespace(host=address),
            cookies={DEVICE: device} if device else {},
            url=SimpleNamespace(scheme="https"),
            headers={},
        )

    async def sign_up(self) -> str:
        """Make an account; what the browser keeps of it after logging out."""
        made = await post_account.fn(self.request, AccountBody("Victim", "long enough"))
        return next(str(cookie.value) for cookie in made.cookies if cookie.key == DEVICE)

    async def log_in(self, password: str) -> int:
        try:
            await post_login.fn(self.request, LoginBody("victim", password))
        except Refused as error:
            return error.status
        return 201


def test_an_account_is_guessed_at_a_few_times_and_its_owner_comes_in(tmp_path: Path) -> None:
    """However many addresses somebody has, one account allows few wrong passwords; a browser that has logged in before is not held up."""

    async def test(hubs: list[Hub]) -> None:
        hub = hubs[0]
        hub.password_tries = PasswordTries(1.0, Clock())
        known = await Browser(hub, "198.51.100.1").sign_up()
        told = [await Browser(hub, f"203.0.113.{i}").log_in("wrong") for i in range(80)]
        assert told == [401] * ACCOUNT[0] + [429] * (80 - ACCOUNT[0])
        assert await Browser(hub, "203.0.113.99").log_in("long enough") == 429
        assert await Browser(hub, "203.0.113.99", known).log_in("long enough") == 201

    run(tmp_path, test)


def test_each_wrong_password_makes_the_next_try_wait_longer() -> None:
    """After a few free tries the wait doubles, up to a limit; one that comes too early is refused without being checked."""
    clock = Clock()
    guesses = PasswordTries(1.0, clock)
    for _ in range(FREE):
        guesses.begin("ann", "10.0.0.1", None)
    for wait in (1, 2, 4, 8):
        guesses.begin("ann", "10.0.0.1", None)
        clock.now += wait - 0.1
        with pytest.raises(Refused, match="Too many wrong passwords"):
            guesses.begin("ann", "10.0.0.1", None)
        clock.now += 0.1
    for _ in range(20):
        clock.now += LONGEST
        guesses.begin("ann", "10.0.0.1", None)
    with pytest.raises(Refused):
        guesses.begin("ann", "10.0.0.1", None)


def test_a_stranger_does_not_make_the_owner_wait() -> None:
    """The wait is for an account and an address together, so it is the stranger who waits."""
    guesses = PasswordTries(1.0, Clock())
    for _ in range(FREE + 1):
        guesses.begin("ann", "10.0.0.1", None)
    with pytest.raises(Refused):
        guesses.begin("ann", "10.0.0.1", None)
    guesses.begin("ann", "10.0.0.2", None)
    guesses.begin("bob", "10.0.0.1", None)


def test_the_right_password_ends_the_wait_and_costs_the_account_nothing() -> None:
    guesses = PasswordTries(1.0, Clock())
    for _ in range(3 * int(ACCOUNT[0])):
        guesses.begin("ann", "10.0.0.1", None).was_right()


def test_a_known_device_has_tries_of_its_own() -> None:
    """It is not hurt by the account's limit, and a stolen one cannot guess without end."""
    guesses = PasswordTries(1.0, Clock())
    for i in range(int(ACCOUNT[0])):
        guesses.begin("ann", f"10.0.1.{i}", None)
    with pytest.raises(Refused, match="unknown"):
        guesses.begin("ann", "10.0.2.1", None)
    for _ in range(FREE + 1):
        guesses.begin("ann", "10.0.2.1", "phone")
    with pytest.raises(Refused):
        guesses.begin("ann", "10.0.3.1", "phone")
    guesses.begin("ann", "10.0.3.1", "laptop")


def test_an_accounts_tries_come_back_with_time() -> None:
    clock = Clock()
    guesses = PasswordTries(1.0, clock)
    for i in range(int(ACCOUNT[0])):
        guesses.begin("ann", f"10.0.1.{i}", None)
    clock.now += 3600 / ACCOUNT[1] + 1
    guesses.begin("ann", "10.0.2.1", None)
    with pytest.raises(Refused):
        guesses.begin("ann", "10.0.2.2", None)


def test_what_is_remembered_of_guesses_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sandtable.server.people.password_tries.MOST", 10)
    guesses = PasswordTries(1.0, Clock())
    for i in range(100):
        guesses.begin(f"name {i}", "10.0.0.1", None)
    assert guesses.size <= 20


def test_a_network_of_ipv6_counts_as_one_address() -> None:
    """Whoever has one IPv6 address has 2^64 of them."""
    limits = RateLimits(1.0, Clock())
    for i in range(8):
        limits.check("password", f"2001:db8:0:1::{i}")
    with pytest.raises(Refused, match="Too many requests"):
        limits.check("password", "2001:db8:0:1:ffff::1")
    limits.check("password", "2001:db8:0:2::1")


def test_a_device_is_known_for_one_account_alone(tmp_path: Path) -> None:
    """What a browser keeps for one account says nothing of another, and cannot be made up."""

    async def test(hubs: list[Hub]) -> None:
        people = hubs[0].people
        cookie = people.new_device("ann")
        assert people.known_device(cookie, "Ann ")
        assert people.known_device(cookie, "bob") is None
        assert people.known_device(f"{cookie[:-1]}{'0' if cookie[-1] != '0' else '1'}", "ann") is None
        assert people.known_device(None, "ann") is None
        assert await people.of_cookie(cookie) is None

    run(tmp_path, test)
