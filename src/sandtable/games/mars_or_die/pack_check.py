"""What is wrong with a pack beyond the types of its fields: names that lead nowhere, fields that a rule needs."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.engine import Pack

from .data import Army, Battlefield, Win

#: What a card can do; the rules know these words.
EFFECTS = frozenset(
    (
        *("war_frenzy", "blood_oath", "arrow_storm", "thick_hide", "dust_devils", "champions_roar", "ambush"),
        *("drums", "counter", "marksmen", "canal_lore", "steady_ranks", "volley", "feigned_retreat"),
        *("old_machinery", "skirmish_order", "sun_in_eyes", "rapid_fire", "fix_bayonets", "en_avant"),
        *("last_cartridges", "shrapnel", "belt_change", "field_dressing", "sandbags"),
    )
)
#: Single characters that mean something else in a picture of the table.
TAKEN = "[]<>v "


def check(pack: Pack) -> list[str]:
    """One line for each problem."""
    found = [
        f"cards: {card.id}: there is no effect {card.effect!r}; possible: {', '.join(sorted(EFFECTS))}"
        for card in pack["cards"]
        if card.effect not in EFFECTS
    ]
    for terrain in pack["terrain"]:
        if len(terrain.glyph) != 1 or terrain.glyph in TAKEN or terrain.glyph.isalnum():
            found.append(f"terrain: {terrain.id}: glyph is one sign that is neither letter nor digit")
    for unit in pack["units"]:
        if unit.stands > 1 and unit.arm not in ("infantry", "cavalry"):
            found.append(f"units: {unit.id}: only infantry and cavalry have several stands (MD 1)")
        if unit.stands > 1 and unit.labels:
            found.append(f"units: {unit.id}: only single stands have labels (MD 6)")
        if unit.attack and not unit.range:
            found.append(f"units: {unit.id}: attack needs a range")
    for field in pack["scenarios"]:
        found.extend(f"scenarios: {field.id}: {why}" for why in _field_problems(field, pack))
    return found


def _field_problems(field: Battlefield, pack: Pack) -> Iterator[str]:
    terrains = {terrain.id for terrain in pack["terrain"]}
    names = [feature.id for feature in field.features]
    if len(set(names)) < len(names):
        yield "two features have the same id"
    for feature in field.features:
        if feature.kind not in terrains:
            yield f"feature {feature.id}: there is no terrain {feature.kind!r}"
    ids = [army.id for army in field.side]
    if ids[0] == ids[1]:
        yield "the two sides need different ids"
    if field.initiative and field.initiative not in ids:
        yield f"initiative: {field.initiative!r} is none of the sides"
    for army in field.side:
        for why in _army_problems(army, field, pack):
            yield f"side {army.id}: {why}"
    hands = [army.cards for army in field.side if army.cards is not None]
    if len({hand.mixed for hand in hands}) > 1:
        yield "either both sides are dealt from a mixed deck, or neither"
    for colour in ("green", "red", "blue"):
        dealt = sum(hand.count for hand in hands if hand.colour == colour and not hand.mixed)
        there = sum(card.colour == colour for card in pack["cards"])
        if dealt > there:
            yield f"{dealt} {colour} cards are dealt, but there are {there}"


def _army_problems(army: Army, field: Battlefield, pack: Pack) -> Iterator[str]:
    types = {unit.id: unit for unit in pack["units"]}
    for force in army.units:
        if force.type not in types:
            yield f"there is no unit {force.type!r}"
        elif force.limbered and types[force.type].arm != "artillery":
            yield f"{force.type} cannot be limbered"
    if not army.zones:
        yield "a zone to set up in is needed"
    if army.generals and all(types[f.type].arm == "flyer" for f in army.units if f.type in types):
        yield "a general needs a unit to be with"
    for win in army.wins:
        yield from _win_problems(win, {feature.id for feature in field.features}, set(types))


def _win_problems(win: Win, features: set[str], types: set[str]) -> Iterator[str]:
    if win.when == "break" and not win.under:
        yield "a win by break needs `under`, in percent"
    if win.when in ("left", "destroyed") and (win.type not in types or win.count < 1):
        yield f"a win by units {win.when} needs `type` and `count`"
    if win.when == "hold" and (win.feature in features) == (win.at is not None and win.within > 0):
        yield "a win by holding needs either `feature` or `at` and `within`"
