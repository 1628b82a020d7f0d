"""How far a game has come, in a line."""

from __future__ import annotations

from sandtable.engine import Line

OPS_LEFT = Line("{n:{n} Ops card|{n} Ops cards} left")
MISSION = Line("{title}, {n:{n} Ops card|{n} Ops cards} left")
CAMPAIGN = Line("{won:number} of {all:number} Missions won, {n:{n} Ops card|{n} Ops cards} left")
