"""The rules in short, for a player who has no rulebook at hand."""

from pathlib import Path

#: The whole rules, by section.
RULES_FILE = Path(__file__).with_name("rules.md")

SHORT_RULES = """\
Your Team must fulfil a Mission before the Ops deck runs out. It loses at once if no Cadre is left.

Each Op has five phases:

1. **Move.** On foot as far as the slowest Cadre; rough, volcano, canyon and dunes stop you, and so does an OPFOR
   Installation. A Vehicle carries everybody and ignores terrain. A Friendly Spaceport lets you hop.
2. **Take the top Ops card.** It may bring OPFOR units: as many as the NET Level, more at an OPFOR Installation.
3. **Fight** what came. The side with the Tactical Edge fires first: a die for each point of strength, 5 or 6 hits. A
   hit crashes a unit, a second one removes it; Gear goes with one. You allot all hits. After each round you may break
   off: a die not above a unit's movement. That loses the battle and ends the Op. A battle won or lost moves Ops cards
   or NET.
4. **One special action**, a die for each icon of your Team and your Installations; 5 or 6 is Positive, a 1 burns a
   unit out: NET Run (Cyber): reveal the Mission, move NET, turn an Installation, gain time; Recruit (Leader) at a
   Settlement, a Friendly Installation or a TAZ; Repair (Nano-Morph); Enhanced Move (Hot Pilot).
5. **The Mission.** In the Nexus cell, with the Mission revealed, you may try it: fight its OPFOR, then roll a die for
   each icon it names, with NET Level bonus dice. Every number must be reached. If not, the Nexus moves.

NET helps your edge and the Mission, and brings more OPFOR. A campaign is four Missions; two lost in a row lose it."""
