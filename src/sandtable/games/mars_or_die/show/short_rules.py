"""The rules on one screen."""

from pathlib import Path

#: The whole rules, by section.
RULES_FILE = Path(__file__).with_name("rules.md")

SHORT_RULES = """\
Each turn both sides roll a die for the initiative; the side that lost the last roll adds 1 and wins ties. The winner acts
with as many units as they like, then the loser with all of theirs, then the winner with the rest. A unit does one thing:

- move straight on, after turning by up to 45 degrees; 2 inches further in column, 1 with a general;
- move half its rate, with a change of formation or an about face before or after; wheel; limber or unlimber;
- charge into contact and fight at once;
- fire: every stand of a line, the first of a column, up to 45 degrees to each side. Other units block the line of sight.

A fight is dice against dice. The higher best die wins; if they are equal, the side with more of it. In shooting only the
target can be hit, in melee the side that rolled less. A hit takes a stand, or one of its labels. Cover adds a die to the
defence.

A charge ends with stands face to face: the charger turns to the front it met and slides by half a stand at most, and columns
form line. Only stands that face an enemy fight. If some still do after a melee, the units are locked and fight again next
turn; else both step back, or the victor takes the ground. All distances may be measured at any time."""
