"""The page of settings leaves none out."""

from __future__ import annotations

from sandtable.server.settings import PREFIX, Settings
from tests.docs.pages import text_of

#: `data` is named by the terminal's variable, and `passwords` makes hashing cheap for tests.
NOT_FOR_HOSTS = {"data", "passwords"}


def test_every_setting_is_on_the_page() -> None:
    page = text_of("host/settings.md")
    names = [PREFIX + name.upper() for name in Settings.__struct_fields__ if name not in NOT_FOR_HOSTS]
    assert len(names) > 20
    assert [name for name in names if f"`{name}`" not in page] == []
