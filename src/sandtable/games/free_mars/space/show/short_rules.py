"""The rules in short, for a player who has no rulebook at hand."""

from pathlib import Path

#: The whole rules, by section.
RULES_FILE = Path(__file__).with_name("rules.md")

SHORT_RULES = """\
You lead a squadron; the OPFOR is run by the Ops deck. Fulfil the Mission before the Ops cards run out.

**Dice.** 5 and 6 are Positive. A 1 on an ability die of a special action or objective is a Burnout: one unit with the
symbol is flipped (ship) or lost (Pod).

**Set-up.** Spend Assembly Points (AP) on ships and Pods; keep the rest. Six hidden Intercept markers lie on Nodes.

**A turn**

1. Declare ships of one Point as the Task Force (TF).
2. Move it up to the Energy of its slowest ship; shift Pods inside it before or after. A marker stops you. A revealed one comes
   aboard (1 AP) or is removed.
3. Draw the top Ops card and do what it says. If it brings OPFOR, as many come as the NET Level plus the card's number, and
   one more at a marker.
4. Fight OPFOR that came. Edge: die + fastest Energy + NET against die + fastest Energy (+2 for a Cyborg); ties are
   yours. In turn each side rolls a die per Weapon; a Positive flips a ship, removes a flipped one or a Swarm. You
   allot all hits. Instead of firing a ship may break off with a die up to its Energy.
   A battle won or lost brings or costs Ops cards or NET, as you choose.
5. One special action: NET Run, Assembly, Bombardment, Assault. At a hidden marker it must be a NET Run, which
   takes the marker (1 AP) with its first Positive or loses it.
6. In the orbit the revealed Mission names, with the NET Level it needs: fight as many OPFOR units as the NET Level plus its number,
   then do the deed.

- **NET Run**: a die per Cyber and per NET Level; each Positive reveals the Mission, moves NET by 1, reveals a marker
  elsewhere, or brings 1 AP or (once) an Ops card.
- **Assembly**: a die per point; each Positive builds a Pod, builds the Orbital Base or repairs a ship, for its AP.
- **Bombardment and Assault**: in Close Orbit once the Mission is revealed and NET is high enough; one Positive does it.

Disrupted ships use their back side, and what they carry does not work.

**Campaign.** Win all Missions, Grand Slam last. Ships, Pods and AP are kept; won cards help, and bring one more OPFOR
unit to every card's battle. Two Missions lost in a row lose it."""
