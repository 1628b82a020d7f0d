"""The tutorial, played at a table by choosing options, with what was seen, asked and told in every step."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

import msgspec

import sandtable
from sandtable import SandtableError, Table
from sandtable.engine import Steps
from sandtable.games.red_dust import RedDust
from sandtable.games.red_dust.printed.map import RECLAIMERS
from sandtable.games.red_dust.rules import dust_storm, flashpoint
from sandtable.games.red_dust.show.view import View
from sandtable.games.red_dust.state import Mars, Phase

#: Step by step what is chosen, and behind a bar the turn of the game that ends the step. (Without one: the question that
#: is open after the last choice. Questions with one possible answer are not asked.)
SCRIPT = """
1
# Card 1
2   done
3   operation_and_special operation:rally rally:arsia_mons rally:rutherford rally:sharma rally_way:base
    rally:gandhi rally_way:rebels rally_number:3 done dig_in:alpheus_colles
4   special:coordinate coordinate:shenzhou coordinate_improve:shenzhou/house
5   coordinate:sharma coordinate_improve:sharma/house replace
6   limited_operation operation:train train:europa train_number:4
7   train_pacify:europa/house train_pacify:europa/shift | operation
8   | end_of_round
# Card 2
9   done
10  operation_and_special operation:logistics logistics:public_relations public_relations:marth
    relations_repair:yes leave
11  logistics:hellas_chaos logistics:earth stock:3/1 done
12  logistics:transit cycler:population/1 cycler:security/2 cycler:specops/2 cycler:supply/1 done
13  base_security:marth done
14  limited_operation operation:rally rally:marth rally:hellas_chaos rally:tharsis_tholus
    rally:new_cordoba rally_way:convert rally:wilderness rally_way:convert done pay:cr16 | operation
15  | end_of_round
# Flashpoint 1
16  cycler:eg_troop/2 cycler:security/2 done | cycler_phase
17  | corporate_casualties
18  | confidence_phase
19  | terraforming_phase
20  storm_strike:rd_rebel | storm_phase
21  | attrition_phase
# Card 3
22  operation_and_special operation:secure secure:new_cordoba secure_from:europa secure_number:3 done
23  secure:sharma secure_from:coronae_montes secure_number:2 done secure:tereshkova done done
24  everywhere done improve:tereshkova/house
25  special:petition
26  event_shaded campaign_card:rd11 | event
27  | end_of_round
# Card 4
28  bid:cr20 bid:cr26 bid:cr14
29  operation_and_special operation:attack attack:new_cordoba attack_remove:mg_troop/2
30  attack:marth ambush:yes ambush_dice:both_and_damage attack_remove:security/2 attack_remove:corp_base/1
31  attack:coronae_montes ambush:yes ambush_dice:both attack_remove:mg_base/1 done pay:cr29
32  pass | action
33  | end_of_round
# Flashpoint 2
34  cycler:eg_troop/4 cycler:supply/1 | cycler_phase
35  | corporate_casualties
36  | confidence_phase
37  | terraforming_phase
38  | storm_phase
39  | attrition_phase
# Card 5
40  operation_and_special operation:recon recon:pavonis_mons recon_from:phobos recon_number:3
    recon_number:0 recon_number:0 recon_from:europa done recon:syria_planum recon_from:phobos recon_number:3
    recon_number:0 recon_number:0 recon_from:tenzing done recon:wilderness recon_from:phobos
    recon_number:0 recon_number:2 recon_number:4 done recon:hellas_chaos done done
41  everywhere build_base:pavonis_mons build_base:syria_planum done improve:syria_planum/house leave
42  special:raid raid:marth raid_from:wilderness done raid_strike:yes raid:alpheus_colles
    raid_from:wilderness raid_strike:yes raid_remove:dug_in_base/1
43  event_unshaded event_rebels_bribed:tenzing event_security:0 event_rebels_bribed:tereshkova event_security:0
    event_rebels_bribed:sharma event_rebels_bribed_number:2 event_security:0 | event
44  | end_of_round
# Card 6
45  done event_shaded event_rebels:2 event_rebels:2
46  operation_and_special operation:travel travel:wilderness travel_to:hellas_chaos travel_number:2
    travel_bases:0 travel_to:trouvelot travel_number:1 travel_bases:0 travel_on:wilderness done done
47  travel:ransack ransack:new_cordoba ransack:coronae_montes done | operation
48  | end_of_round
# Card 7
49  operation_and_special operation:assault assault:exploit exploit:shenzhou exploit:pavonis_mons
50  assault:shenzhou assault_remove:active_rd_rebel/1 assault:hellas_chaos assault_remove:active_cr_rebel/2 bombard:yes
51  suppress drive_out:cr_rebel driven_to:daedalia_planum
52  pass | action
53  | end_of_round
# Card 8
54  done operation_and_special operation:train train:phobos train_number:4 done
    train_pacify:tharsis_tholus/repair done
55  special:entrench entrench:tharsis_tholus entrench_base:no fortify:1 entrench:europa entrench_base:no
    fortify:3
56  limited_operation operation:march march:tenzing march_from:arsia_mons done | operation
57  | end_of_round
# Flashpoint 3
58  cycler:eg_troop/4 cycler:supply/1 done | cycler_phase
59  | confidence_phase
60  | terraforming_phase
61  | storm_phase
62  | attrition_phase
# Card 9
63  bid:cr24 bid:cr9 operation_and_special operation:preach preach:new_cordoba preach:tharsis_tholus
    preach:daedalia_planum
64  preach:purify purify_piece:rd_rebel done
65  limited_operation operation:secure secure:shepard drop_pods:4 neither | operation
66  | end_of_round
# Card 10
67  operation_and_special operation:campaign campaign:redistribute redistribute:noctis_labyrinthus
    redistribute:sinai_planum redistribute:gandhi
68  campaign:tenzing campaign:shepard campaign:noctis_labyrinthus campaign:sinai_planum
    campaign:new_cordoba campaign:gandhi campaign_card:rd10
69  limited_operation operation:assault assault:new_cordoba assault_remove:active_cr_rebel/3
70  strike_back:yes attack_remove:mg_troop/1 attack_remove:rd_rebel/1 | operation
71  | end_of_round
# Card 11
72  operation_and_special operation:assault assault:wilderness assault_remove:conversion_center/1
    assault:shepard assault_remove:active_rd_rebel/2
73  assault:exploit exploit:shenzhou exploit:syria_planum
74  pass | action
75  | end_of_round
# Dust Storm Round
76  | victory_phase
77  | resources_phase
78  pacify:europa/house pacify:europa/shift pacify:tereshkova/house pacify:tereshkova/shift pacify:tenzing/repair
    pacify:tenzing/shift done lobby:yes | lobby_phase
79  agitate:radau/repair agitate:noctis_labyrinthus/shift agitate:sinai_planum/shift done | agitate_phase
80  redeploy_to:phobos redeploy_to:phobos
    redeploy_from:tenzing only_some redeploy_some_to:shepard redeploy_number:1 redeploy_from:gandhi redeploy_to:shepard
    done redeploy_to:radau redeploy_from:gandhi only_some redeploy_some_to:sharma redeploy_number:3 redeploy_number:1
    done done redeploy_from:coronae_montes only_some redeploy_some_to:ascraeus_mons
    redeploy_number:1 done | end_redeploy
81  | reset_phase
"""


def _read(script: str) -> dict[int, tuple[list[str], str]]:
    """Step -> what is chosen in it, and the turn that ends it."""
    steps: dict[int, tuple[list[str], str]] = {}
    for step in re.split(r"\n(?=\d)", re.sub(r"#.*\n", "", script))[1:]:
        number, *words = step.split()
        answers = words[:-2] if "|" in words else words
        steps[int(number)] = answers, words[-1] if "|" in words else ""
    return steps


ANSWERS = _read(SCRIPT)


class Asked(NamedTuple):
    """A question as the table put it."""

    seat: str
    topic: str
    keys: list[str]


class Given(NamedTuple):
    """An answer: what it answered, and the table before and after it."""

    key: str
    asked: Asked
    before: View
    after: View


class Seen(NamedTuple):
    """The table at the end of a turn of the game, named after its rule; or, without a name, at an open question."""

    name: str
    view: View
    told: int


class Passage(msgspec.Struct):
    """One step of the tutorial as it was played."""

    step: int
    before: View
    after: View
    given: list[Given]
    #: All that was chosen in this action of a Faction so far, and the table as the action began.
    action: list[Given]
    log: list[str]
    #: A copy of the table as the step began, to try out what else could have been chosen.
    table: Table
    #: The question that is open when the step is over, unless the end of a turn ended it.
    asked: Asked | None
    is_over: bool

    def trial(self) -> Table:
        """A table to try something out at."""
        return self.table.fork(seed=1)

    def options(self, topic: str) -> list[str]:
        """The keys of the first question about a topic in this step."""
        for given in self.given:
            if given.asked.topic == topic:
                return given.asked.keys
        raise AssertionError(f"Nobody was asked about {topic} in step {self.step}.")


class Watched(RedDust):
    """The game itself, looked at after every turn: most steps of the rounds ask nobody."""

    def __init__(self) -> None:
        self.ends: list[tuple[str, View]] = []

    def turn(self, s: Mars) -> Steps[None]:
        if s.phase is Phase.FLASHPOINT:
            name = flashpoint.PHASES[s.step].__name__
        elif s.phase is Phase.DUST_STORM:
            name = dust_storm.PHASES[s.step].__name__
        else:
            name = s.phase.name.lower()
        yield from super().turn(s)
        self.ends.append((name, self.view(s, RECLAIMERS)))


class Player:
    """Somebody who plays the tutorial and takes notes."""

    def __init__(self) -> None:
        self.game = Watched()
        self.table = sandtable.new(self.game, scenario="tutorial", seed=1)
        self.looked = 0
        self.log: list[str] = []
        self.action: list[Given] = []
        self.seen = self._look()
        self.told = 0

    def _look(self) -> list[Seen]:
        """What there was to see since the last time: the ends of turns, then the open question."""
        log = self.table.log("reclaimers")
        seen = []
        for turn in range(self.looked, len(self.game.ends)):
            name, view = self.game.ends[turn]
            seen.append(Seen(name, view, sum(line.turn <= turn for line in log)))
        self.looked = len(self.game.ends)
        self.log = [line.text for line in log]
        return [*seen, Seen("", self.table.view("reclaimers"), len(log))]

    def _asked(self) -> Asked:
        question = self.table.ask
        assert question is not None, "The game is over."
        return Asked(question.seat, question.topic, question.keys)

    def give(self, key: str) -> Given:
        """Choose an option."""
        asked = self._asked()
        if asked.topic == "action":
            self.action = []
        before = self.table.view("reclaimers")
        self.table.choose(key)
        self.seen = self._look()
        given = Given(key, asked, before, self.seen[0].view)
        self.action.append(given)
        return given

    def play(self, step: int, before: View) -> Passage:
        """Play one step."""
        answers, until = ANSWERS[step]
        table = self.table.fork(seed=1)
        given = [self.give(key) for key in answers]
        while self.seen[0].name != until and len(self.seen) > 1:
            self.seen.pop(0)
        end = self.seen[0]
        assert end.name == until, f"No {until} came."
        if until:
            self.seen.pop(0)
        log, self.told = self.log[self.told : end.told], end.told
        return Passage(
            step,
            before,
            end.view,
            given,
            self.action[:],
            log,
            table,
            asked=None if until else self._asked(),
            is_over=self.table.outcome is not None,
        )


@cache
def passages() -> dict[int, Passage | str]:
    """Every step as it was played; from the first that could not be played on, what went wrong."""
    player = Player()
    played: dict[int, Passage | str] = {}
    view, wrong = player.table.view("reclaimers"), ""
    for step in ANSWERS:
        if not wrong:
            try:
                passage = player.play(step, view)
                view, played[step] = passage.after, passage
            except (AssertionError, SandtableError) as error:
                wrong = f"Step {step} cannot be played: {error}"
        if wrong:
            played[step] = wrong
    return played
