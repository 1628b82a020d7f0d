"""Names and passwords: a guest becomes an account and finds everything again elsewhere."""

from __future__ import annotations

from playwright.sync_api import Page

from .browser import PHONE, Make, serious


def say_who(page: Page, name: str, password: str, button: str) -> None:
    page.click("header button:has(svg) >> nth=-1")
    page.wait_for_selector("dialog[open]")
    page.fill("dialog [name=name]", name)
    page.fill("dialog [name=password]", password)
    page.click(f"dialog button:has-text('{button}')")


def test_a_guest_becomes_an_account_and_finds_the_tables_elsewhere(person: Make) -> None:
    """Tables of the guest stay with the account, are gone after logging out, and are there on another device."""
    ann = person("Guest Ann")
    ann.open_table(game="surface-combat", seats={"commander": "me"}, title="My own mission", public=False)
    page = ann.visit()
    page.wait_for_selector("#list-mine")
    say_who(page, "Ann of Tharsis", "red sand and rust", "Create an account")
    page.wait_for_selector("header >> text=Ann of Tharsis")
    page.wait_for_selector("li:has-text('My own mission')")
    page.click("header button:has-text('Ann of Tharsis')")
    page.wait_for_selector("dialog[open]")
    assert serious(page) == []
    page.click("dialog button:text-is('Log out')")
    page.wait_for_selector("header >> text=Your name")
    page.wait_for_selector("li:has-text('My own mission')", state="detached")

    phone = person(size=PHONE, theme="dark")
    page = phone.visit()
    page.wait_for_selector("[data-game]")
    say_who(page, "Ann of Tharsis", "wrong password", "Log in as")
    page.wait_for_selector("dialog [role=alert]:has-text('Name or password is wrong.')")
    assert serious(page) == []
    phone.watch.forget("401")
    page.fill("dialog [name=password]", "red sand and rust")
    page.click("dialog button:has-text('Log in as')")
    page.wait_for_selector("header >> text=Ann of Tharsis")
    page.click("li:has-text('My own mission') >> text=Continue")
    page.wait_for_selector("main.table[data-turn=mine]")


def test_a_taken_name_and_a_short_password_are_told(person: Make) -> None:
    """The button waits for a password that is long enough; a name that somebody has is refused."""
    page = person().visit()
    page.wait_for_selector("[data-game]")
    say_who(page, "Only One", "long enough", "Create an account")
    page.wait_for_selector("header >> text=Only One")
    bob = person("Bob")
    page = bob.visit()
    page.wait_for_selector("[data-game]")
    page.click("header button:has-text('Bob')")
    page.fill("dialog [name=password]", "short")
    assert page.is_disabled("dialog button:has-text('Create an account')")
    page.fill("dialog [name=name]", "only one")
    page.fill("dialog [name=password]", "long enough")
    page.click("dialog button:has-text('Create an account')")
    page.wait_for_selector("dialog [role=alert]:has-text('That name is taken.')")
    bob.watch.forget("409")


def test_somebody_is_logged_out_everywhere_and_changes_the_password(person: Make) -> None:
    """The account lists the browsers it is used in. A new password, or "Log out everywhere", ends the others, and their tables say so."""
    page = person().visit()
    page.wait_for_selector("[data-game]")
    say_who(page, "Eve of Tharsis", "red sand and rust", "Create an account")
    page.wait_for_selector("header >> text=Eve of Tharsis")
    phone = person(size=PHONE)
    other = phone.visit()
    other.wait_for_selector("[data-game]")
    say_who(other, "Eve of Tharsis", "red sand and rust", "Log in as")
    other.wait_for_selector("header >> text=Eve of Tharsis")

    page.click("header button:has-text('Eve of Tharsis')")
    page.wait_for_selector("dialog li >> nth=1")
    assert page.locator("dialog li:has-text('(this one)')").count() == 1
    assert serious(page) == []
    page.fill("dialog [name=old-password]", "red sand and rust")
    page.fill("dialog [name=new-password]", "dust in every gear")
    page.click("dialog button:has-text('Change the password')")
    page.wait_for_selector("dialog [role=status]:has-text('logged out everywhere else')")
    page.wait_for_selector("dialog li >> nth=1", state="detached")
    other.reload()
    other.wait_for_selector("header >> text=Your name")

    page.click("dialog button:has-text('Log out everywhere')")
    page.wait_for_selector("header >> text=Your name")
