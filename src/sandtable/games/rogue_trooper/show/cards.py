"""Every card in words, for a client that draws it: kinds of cards, and which card is of which kind."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from sandtable.engine.templates import render

from ..cards.effects import SAYS
from ..printed.box import CATEGORY, CLUE, ENCOUNTER, MISSION, ROGUE, SUPPLY, Box, Foe, Issue, Task
from ..printed.files import Item, Rogue, Weapon

FLAGS = {
    "gp_proof": "GP-proof: GP Mags and Companions do nothing to it.",
    "double_damage": "Double damage: it takes two lives.",
    "no_surrender": "It takes no prisoners.",
    "millifuzz": "A GI who surrenders goes to the Brig.",
}
DRAWS = "Draw {n:{n} Supply card|{n} Supply cards}."
REGAINS = "Regain {n:{n} life|{n} lives}."
STAYS = "It stays on the board until it is destroyed."
COASTAL = "Only in and beside Scum Sea."
TASKS = {
    "attack_left": "Attack the GI of the player to your left.",
    "attack_most_clues": "Attack the GI who holds most Clue cards.",
    "attack_nearest": "Attack the GI who is nearest when your turn begins.",
    "borrow_data": "Be at {place} in your End phase. Helm gets the data; without him you need a 5 or 6.",
    "bust_tank": "Destroy armour or a fortification in a Nort sector.",
}
REWARD = "Pays a Clue card."


class BoardDesign(msgspec.Struct):
    """A kind of card. Numbers that a kind does not have are -1."""

    label: str  #: What people read for it.
    deck: int  #: Which deck it belongs to: a place in `Board.decks`.
    #: "foe", "boon", "companion", "item", "issue", "contact", "genie", "wedding", "rogue" or "clue".
    kind: str
    glyph: str  #: Which picture it has: a category, an item, an effect, the part of a face.
    lines: list[str]  #: What it says, line by line.
    side: str = ""  #: Encounter cards: whose it is, a key of `Board.sides`.
    categories: list[str] = []  #: Encounter cards: "personnel", "coastal" and so on.
    flags: list[str] = []  #: Encounter cards: its special traits.
    initiative: int = -1  #: Its Initiative.
    firepower: int = -1  #: Its Firepower.
    number: int = -1  #: The number that its effect uses.
    destination: int = -1  #: The sector it leads to: a place in `Board.sectors`.
    phase: str = ""  #: Rogue cards: the phase it is for.
    target: str = ""  #: Rogue cards: on whom it is played.
    clue: int = -1  #: Clue cards: the part of a face it shows, a place in `Board.clues`.
    weapon: int = -1  #: The weapon an item is: a place in `Board.weapons`.
    evade: int = 0  #: What it adds to the evasions of its owner.


class BoardCard(msgspec.Struct):
    """One card: the view's numbers count these."""

    id: str
    design: int  #: What kind of card it is: a place in `Board.designs`.


def cards_of(box: Box) -> tuple[list[BoardDesign], list[BoardCard]]:
    """Every card with its design; copies share one."""
    designs: list[BoardDesign] = []
    numbers: dict[tuple[int, str, int], int] = {}
    cards = []
    for card, name in enumerate(box.card_ids):
        source = id(_source(box, card))
        key = (box.deck[card], box.card_labels[card], source)
        if key not in numbers:
            numbers[key] = len(designs)
            designs.append(_design(box, card))
        cards.append(BoardCard(name, numbers[key]))
    return designs, cards


def _source(box: Box, card: int) -> object:
    """The entry of a card in the box; copies of one kind share it, or are told apart by their label."""
    match box.deck[card]:
        case 0:
            return box.foes[card]
        case 2:
            return box.task(card)
        case 3:
            return box.rogue(card)
    return None


def _design(box: Box, card: int) -> BoardDesign:
    label = box.card_labels[card]
    match box.deck[card]:
        case 0:
            return _encounter(box, label, card, box.foes[card])
        case 1:
            return _supply(box, label, box.issue(card))
        case 2:
            return _mission(box, label, box.task(card))
        case 3:
            return _rogue(box.rogue(card))
    face, part = divmod(box.clue_kind(card), len(box.parts))
    line = f"Part {part + 1} of {len(box.parts)} of {box.faces[face].label}."
    return BoardDesign(label, CLUE, "clue", box.parts[part].id, [line], clue=box.clue_kind(card))


def _encounter(box: Box, label: str, card: int, foe: Foe) -> BoardDesign:
    categories = [name for name, bit in CATEGORY.items() if foe.categories & bit]
    design = BoardDesign(label, ENCOUNTER, "foe", categories[0] if categories else "personnel", [], foe.side)
    design.categories = categories
    coastal = [COASTAL] if "coastal" in categories else []
    if foe.companion is not None:
        return _companion(box, design, card, foe)
    if foe.item >= 0:
        item = box.items[foe.item]
        design.kind, design.glyph, design.lines = "item", item.id, item_lines(item)
        design.weapon, design.evade = box.item_weapon[foe.item], item.evade
    elif foe.is_boon:
        design.kind, design.glyph = "boon", "supply" if foe.supply else "lives"
        gain = _told(DRAWS, foe.supply) if foe.supply else _told(REGAINS, foe.lives)
        design.lines = [gain, *coastal]
    else:
        design.initiative, design.firepower = foe.initiative, foe.firepower
        design.flags = [name for name in FLAGS if getattr(foe, name)]
        design.lines = [*(FLAGS[name] for name in design.flags), *([STAYS] if foe.stays else []), *coastal]
    return design


def _companion(box: Box, design: BoardDesign, card: int, foe: Foe) -> BoardDesign:
    companion = foe.companion
    assert companion is not None
    goal = box.destination[card]
    lines = [f"{companion.evade} to evade. Wants to go to {box.sector_labels[goal]}."]
    if companion.firepower:
        lines.append(f"{_dice(companion.firepower)} more in your first salvo.")
    if companion.heals_on_delivery:
        lines.append("Deliver her to regain all your lives.")
    if companion.shuttle:
        lines.append("One shuttle for you from any Souther city.")
    if companion.evade_initiative is not None:
        lines.append(f"Can be evaded (Initiative {companion.evade_initiative}).")
    lines.append(f"Dies in your place if the die for a lost life shows {foe.initiative}.")
    design.kind, design.glyph, design.lines = "companion", "bride" if companion.bride else "friend", lines
    design.initiative, design.firepower, design.destination = foe.initiative, companion.firepower, goal
    design.evade = companion.evade
    return design


def _supply(box: Box, label: str, issue: Issue) -> BoardDesign:
    if issue.item >= 0:
        item = box.items[issue.item]
        design = BoardDesign(label, SUPPLY, "item", item.id, item_lines(item))
        design.weapon, design.evade = box.item_weapon[issue.item], item.evade
        return design
    kind = box.weapon_ids[issue.ammunition]
    design = BoardDesign(label, SUPPLY, "issue", kind, [f"{issue.rounds} on the track at once."])
    design.number, design.weapon = issue.rounds, issue.ammunition
    return design


def _mission(box: Box, label: str, task: Task) -> BoardDesign:
    if task.kind == "contact":
        lines = [f"Be at {box.sector_labels[task.destination]} in your End phase and declare it."]
    elif task.kind == "wedding":
        lines = [f"Have {box.card_labels[task.bride]} with you in your End phase; kidnap if need be."]
    else:
        place = box.sector_labels[task.destination] if task.destination >= 0 else ""
        lines = [TASKS[task.task].format(place=place)]
    return BoardDesign(
        label, MISSION, task.kind, task.task or task.kind, [*lines, REWARD], destination=task.destination
    )


def _rogue(rogue: Rogue) -> BoardDesign:
    return BoardDesign(
        rogue.label,
        ROGUE,
        "rogue",
        rogue.effect,
        [rogue_text(rogue)],
        number=rogue.number or -1,
        phase=rogue.phase,
        target=rogue.target,
    )


def rogue_text(rogue: Rogue) -> str:
    """B8 The effect of a Rogue card, in a sentence."""
    return _told(SAYS[rogue.effect], rogue.number)


# Words for weapons and items


def _told(template: str, n: int) -> str:
    """A text that counts."""
    return render(template, {"n": n}, {})


def _dice(n: int) -> str:
    return "1 die" if n == 1 else f"{n} dice"


def _joined(names: Sequence[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def weapon_text(weapon: Weapon) -> str:
    """RT 16 The effect of one round, in a sentence."""
    text = f"{_dice(weapon.dice)} {'a round' if weapon.several else 'in one shot'}"
    if weapon.better_against:
        text += f", {weapon.better_dice} against {_joined(weapon.better_against)}"
    if weapon.only_against:
        text += f", only against {_joined(weapon.only_against)}"
    barred = [*weapon.not_against, *(["what is GP-proof"] if weapon.not_gp_proof else [])]
    if barred:
        text += f", not against {_joined(barred)}"
    return f"{text}."


def item_lines(item: Item) -> list[str]:
    """B6 The effect of a Special Item, and whether it is used up."""
    lines = [] if item.weapon is None else [weapon_text(item.weapon)]
    if item.extra_dice:
        lines.append(f"{_dice(item.extra_dice)} more in one salvo.")
    if item.evade:
        lines.append(f"{item.evade:+} to evade.")
    if item.heals:
        lines.append(_told("End phase: regain {n:{n} life|{n} lives}.", item.heals))
    if item.flies:
        lines.append(_told("Fly up to {n:{n} sector|{n} sectors} over anything.", item.flies))
    if item.scouts:
        lines.append("Draw one Encounter card fewer.")
    if item.shields:
        lines.append("Saves one life you would lose.")
    if item.crosses_scum_sea:
        lines.append("You may enter Scum Sea.")
    lines.append("You keep it." if item.evade or item.crosses_scum_sea else "Discarded when used.")
    return lines
