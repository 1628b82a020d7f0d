"""The rules in short, for a player who has no rulebook at hand."""

from pathlib import Path

#: The whole rules, by section.
RULES_FILE = Path(__file__).with_name("rules.md")

SHORT_RULES = """\
**Aim.** A total must exceed its threshold when a Dust Storm Round begins; then the highest margin wins. After the third
Dust Storm Round the highest margin wins in any case (ties: Reclaimers, MarsGov, Red Dust, Corporations).

| Faction | Total | Over |
|---|---|---|
| MarsGov | Total Support + EarthGov Confidence | 34 |
| Corporations | Profits | 36 |
| Red Dust | Total Opposition + Red Dust Bases | 32 |
| Reclaimers | spaces they Control + their Bases | all other Bases on Mars |

Support and Opposition count Population once (Passive) or twice (Active). Control: more forces than all others together;
MarsGov, Corporations and EarthGov count as one side (COIN).

**An Event Round.** Two Eligible Factions act, in the order of the Current Event. Before that the Reclaimers may discard
Assets to move up. The first may do an Operation, an Operation with a Special Activity, or the Event. The second:

- after an Operation, a Limited one: in one space, or for the Reclaimers paid with one Asset (then they draw one);
- after Operation and Special Activity, a Limited one or the Event;
- after an Event, an Operation with or without a Special Activity.

Whoever acts is Ineligible in the next round. Pass: stay Eligible; MarsGov gains 3 Resources, Red Dust 1, the Reclaimers
draw an Asset, the Corporations run the Aldrin Cycler. While the Next Event is a Dust Storm (Haboob) there is no Recon and
no March.

| Who | Operation | What it does | Rule |
|---|---|---|---|
| MarsGov | Train | 3 for each space with Troops: up to 4; then Pacify one space | 16.1 |
| | Secure | 3 for each Labyrinth: move in, Activate a Rebel for each unit there | 16.3 |
| | Recon | 3 for each Desert: the same, in a single move or from a Spaceport | 16.4 |
| | Assault | 3 for each space: remove an Active enemy for each Active COIN unit | 16.5 |
| Corporations | Logistics | stock Earth, run the Cycler, turn Desert Bases to Terraforming | 16.2 |
| | Secure, Recon, Assault | as MarsGov, free of charge; Mercenaries earn Profits | |
| Red Dust | Rally | 1 for each space without Support: Rebels, a Base, or hide | 16.6 |
| | March | 1 for each destination, on through friendly Labyrinths | 16.7 |
| | Attack | 1 for each space: two dice against the Rebels there | 16.9 |
| | Campaign | 1 for each space: shift towards Opposition; draw Campaign cards | 16.10 |
| Reclaimers | Rally | 1 for each Neutral space; also Base to Conversion Center | 16.6 |
| | Travel | 1 for each origin: Rebels and Bases, through any Storm | 16.8 |
| | Attack | as Red Dust | 16.9 |
| | Preach | 1 for each space: towards Neutral, then Rebels for Population | 16.11 |

**Special Activities**: one in a turn, before, between or after the spaces.

- MarsGov: Entrench (Base, Fortified Troops), Transport (Troops anywhere), Petition (Supply, EG+)
- Corporations: Public Relations (Repair, House), Exploit (Profits), Raid (SpecOps strike)
- Red Dust: Redistribute (Resources), Coordinate (Opposition, turn cubes), Ambush (set the dice)
- Reclaimers: Purify (replace enemies), Ransack (Assets for Damage), Ambush

**Money** is paid after the Operation. The Reclaimers pay with Assets and lose the change. MarsGov, Red Dust and the
Reclaimers may ask each other for money while they act.

**Storms.** Approaching ones only hide travellers. Raging: Deserts cannot be chosen, nothing moves in or out. The
Reclaimers' Travel does not care.

**Flashpoint Round**, when the marker reaches 5: Aldrin Cycler, Corporate Casualties, Confidence moves by EG+ or EG−,
Terraforming, Storms turn and come, Attrition in Deserts without people or in Storms.

**Dust Storm Round**: victory, earnings, Pacify and Agitate, Redeploy, everything Hidden again.

**The House** plays a Faction by the printed Curiosity cards and priority tables. It has counters instead of money: Supply Total
(MarsGov), Agitate Total (Red Dust), Asset Total (Reclaimers); the Corporations keep their Profits. It gives nothing and takes nothing.
After a space it rolls above the activation number of its card for another one. One person against three Factions of the House can
win only in the last Dust Storm Round.

| Space (W: and the Wilderness) | borders on |
|---|---|
| Ascraeus Mons (W) | Arsia Mons, Europa, Noctis Labyrinthus, Pavonis Mons, Tharsis Tholus |
| Tharsis Tholus (W) | Ascraeus Mons, Noctis Labyrinthus, Sinai Planum |
| Noctis Labyrinthus | Ascraeus Mons, Daedalia Planum, Europa, Pavonis Mons, Shepard, Sinai Planum, Syria Planum, Tereshkova, Tharsis Tholus |
| Sinai Planum (W) | Daedalia Planum, Noctis Labyrinthus, Tharsis Tholus |
| Daedalia Planum (W) | Arsia Mons, Noctis Labyrinthus, Shepard, Sinai Planum, Syria Planum |
| Arsia Mons (W) | Ascraeus Mons, Daedalia Planum, Pavonis Mons, Syria Planum, Tenzing |
| Europa | Ascraeus Mons, Noctis Labyrinthus, Pavonis Mons |
| Tenzing | Arsia Mons, Pavonis Mons, Syria Planum |
| Pavonis Mons | Arsia Mons, Ascraeus Mons, Europa, Noctis Labyrinthus, Syria Planum, Tenzing, Tereshkova |
| Syria Planum | Arsia Mons, Daedalia Planum, Noctis Labyrinthus, Pavonis Mons, Shepard, Tenzing, Tereshkova |
| Tereshkova | Noctis Labyrinthus, Pavonis Mons, Syria Planum |
| Shepard | Daedalia Planum, Noctis Labyrinthus, Syria Planum |
| New Córdoba | Rutherford, Trouvelot |
| Rutherford (W) | Marth, New Córdoba, Radau, Trouvelot |
| Radau (W) | Marth, Rutherford |
| Trouvelot (W) | Marth, New Córdoba, Rutherford, Shenzhou |
| Marth (W) | Radau, Rutherford, Shenzhou, Trouvelot |
| Shenzhou | Marth, Trouvelot |
| Alpheus Colles (W) | Coronae Montes, Hellas Chaos |
| Coronae Montes (W) | Alpheus Colles, Gandhi, Hellas Chaos, Sharma |
| Hellas Chaos (W) | Alpheus Colles, Coronae Montes, Sharma |
| Gandhi | Coronae Montes, Sharma |
| Sharma | Coronae Montes, Gandhi, Hellas Chaos |

**Maglevs**: Europa–Tenzing, Tenzing–Shepard, Shepard–Tereshkova, New Córdoba–Shenzhou, Rodgers Line (Europa–Tereshkova, once an Event has built it).
"""
