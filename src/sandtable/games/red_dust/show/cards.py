"""The texts of the cards, in our own words, for people to read."""

from __future__ import annotations

from ..printed.box import Box

#: 19 What playing a capability brings besides.
WHEN_PLAYED = "When played: a free Operation in up to 2 spaces, then draw an Asset."


def asset_text(box: Box, card: int) -> str:
    """The effect of an Asset card and its value."""
    asset = box.assets[card]
    if asset.kind == "resource":
        return asset.text
    if asset.kind == "event":
        return f"Event, worth {asset.value}: {asset.text}"
    return f"Capability, worth {asset.value}: {asset.text} {WHEN_PLAYED}"
