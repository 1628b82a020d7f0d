"""The rules in short, for a player who has no rulebook at hand."""

from pathlib import Path

#: The whole rules, by section.
RULES_FILE = Path(__file__).with_name("rules.md")

SHORT_RULES = """\
You are a GI on Nu-Earth. Somewhere is the Traitor. Collect the four parts of one face (Clue cards), and he appears at
the Bridge of Milli-com with four lives. Whoever takes his last life wins.

Your turn has three phases. Before each, everybody may play one Rogue card printed for it, the player to your left
first and you last. Only the last card played counts; cards on the Traitor and Escape work at once.

**Movement.** One sector, or stay. Scum Sea needs a Survival Kit. The Shuttle Base leads to Milli-com, the Shuttle Bay and
the Lifepods back. Prisoners roll: 5 or 6 is free, the third attempt always.

**Encounter.** A GI who enters a sector with another GI meets him: attack, kidnap, exchange Companions, Missions or Clues, trade,
talk. Otherwise the player to your left draws as many Encounter cards as the rating says. You face them by Initiative.

- Evade: a die with modifiers (jungle, mountain +1, plains -1, each Companion -1) above the Initiative. A Companion, item or
  boon that comes next is lost then.
- Or surrender, where the card allows it: prison, and everything but your chips is gone.
- Or fight.

**Fight.** Fire any number of rounds of one weapon:

- GP Mags: 1 die, not at GP-proof targets.
- Plasma Grenades: 2 dice, 4 at fortifications, not at airborne.
- Sealbursters: 4 at sealed targets.
- Micro-Mines: 4 at personnel.

The card rolls its Firepower. Equal or more: it is destroyed. Less: you lose a life (two with double damage), and Hazards
and Fortifications stay. Gunnar (rifle) adds 2 to GP, Sealburster and Sammy. Helm (helmet) doubles against armour. Bagman
(backpack) fires a second salvo after the enemy's roll.

**End.** At your Mission's destination declare it: a Clue card and a new Mission, unless a Rogue card stops you. With
an open set and the Traitor in your sector, fight him: eight dice on Nu-Earth, one die each on Milli-com. In a
Souther City you may draw a die of Supply cards, in the GI Armoury two. A whole turn in Furlow or Sick Bay gives all lives, in Nu-Arcady
one. Discard Rogue cards and draw up to three; keep four Clues at most, an open set included. With three parts of a
face, the Battle Computer finds the fourth.

The dead leave a chip. The nearest GI must fetch it, gets their things, and if he wins they are second.
"""
