"""Why the house player would give an answer, in a sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandtable.engine import DONE, PASS, Ask, Line, Run

from ..cards.keeping import BY_ORDER, KEEP_REST, NO_OTHERS
from ..cards.playing import PASS_ON, PASS_TO_END
from ..printed.files import Rogue
from ..rules.battlefield import EVADE, SURRENDER
from ..rules.combat import BARE_HANDS, HOLD_FIRE, Salvo
from ..rules.end_phase import NOT_NOW
from ..rules.gi_encounter import TAKE_NOBODY
from ..rules.missions import KEEP
from ..rules.movement import ASK_ME, PLAY_CARD
from ..rules.turn_sequence import THE_TRAITOR
from ..rules.ways import STAY
from ..state import NOBODY, STACK, NuEarth, Phase
from .battles import foe_of
from .chances import chance_of_evasion, chance_of_salvo, chance_to_win
from .tactics import goal_of

ON_THE_WAY = Line("{place:sector} is where you want to go.")
WAIT = Line("There is something to gain here.")
CARD_HELPS = Line("A Rogue card takes you further than your feet.")
SPARE_CARDS = Line("None of your cards would gain you anything now.")
HOLDS_UP = Line(
    "{mover:seat} seems to be on the way somewhere and loses a turn. You draw a new card after your own turn."
)
LEADS_ASTRAY = Line("{mover:seat} loses a turn and the way back. You draw a new card after your own turn.")
FOILS = Line("It takes many turns to complete a Mission, and {mover:seat} loses this one without a Clue.")
DELAYS = Line("{mover:seat} must wait a turn longer for the Clue. You draw a new card after your own turn.")
HURTS = Line("It may cost {mover:seat} a life or rounds. You draw a new card after your own turn.")
SAVES_TRAITOR = Line("{mover:seat} could fight the Traitor in this turn.")
BRINGS_TRAITOR = Line("You hunt the Traitor, and it brings him nearer.")
GUARDS = Line("With it {mover:seat} beats the Traitor in {chance} of cases.")
GUARDS_ON_EARTH = Line("{mover:seat} fights the Traitor, and it makes the Traitor stronger.")
EXPOSES = Line("With it you beat the Traitor in {chance} of cases.")
EXPOSES_ON_EARTH = Line("You fight the Traitor, and it makes your salvo stronger.")
TAKES_PLACE = Line("It takes the place of the card that was played on you.")
HELPS = Line("It helps you now.")
NO_USE = Line("It is of no use to you now, and a new card is drawn in its place.")
USEFUL_ONLY = Line(
    "It spares you the question: what is of use is kept, and new cards are drawn for the rest."
)
KIND_HELPS = Line("Cards of this kind are of use to you as things stand.")
OTHERS_IDLE = Line("No other kind is of use to you as things stand.")
OTHER_NEEDS = Line("Your rule for Rogue cards no longer fits what you need.")
ALL_USEFUL = Line("Every card you hold may be of use.")
EVADES = Line(
    "{chance:You cannot get past it, but can still fight|You are sure to get past it|"
    "You get past it in {chance} of cases, and can still fight if you fail}."
)
WINS = Line(
    "{chance:It cannot win, but you have nothing better|It is sure to win|This salvo alone wins in {chance} of cases}."
)
GOOD_SALVO = Line("You do not know what the other GI fires, and it is a good salvo for what it costs.")
UNARMED = Line("Rounds would be wasted here.")
PRISON = Line("You would probably lose more in a fight, and prison heals or supplies you.")
HOLDS = Line("A second salvo would cost more than it is likely to gain.")
PAYS = Line("It pays a Clue card.")
LATER = Line("None of your Missions can be completed here.")
NEAR = Line("It can be done without a long way.")
FAR = Line("It is far out of the way.")

#: What is said of every answer to a question, or of Yes and of No.
ALWAYS_SAID: dict[str, Line | tuple[Line, Line]] = {
    **dict.fromkeys(
        ("slot", "dead_gi_slot", "inherited_slot"), Line("Of the free slots it helps most in this one.")
    ),
    "mission_out": Line("Another Mission can pay another Clue card, unless it is far out of the way."),
    "drop_zone": Line("It is nearest to where you want to go."),
    "shuttle": (
        Line("Where you want to go is on the other board."),
        Line("Where you want to go is on this board."),
    ),
    "lead": Line("It is out of the way, or dangerous."),
    "flee": Line("It is best for you: far from other hunters, or near to you if you hunt."),
    "deliver": (Line("You gain by it at once."), Line("One of your Missions needs this Companion.")),
    "attempt": (
        Line("Nothing is lost by a roll, and the third attempt frees you."),
        Line("You are safe here."),
    ),
    "supply": (Line("Rounds and items are always welcome."), Line("You have no room for more.")),
    "escape": (
        Line("You are free at once, and the Supply cards are yours."),
        Line("You would leave with more Supply cards later."),
    ),
    "scout": (Line("Fewer Encounters are fewer dangers."), Line("You can take what comes.")),
    "heal": (Line("A life is worth more than the item."), Line("You will need it more later.")),
    "chip": (Line("It helps you now."), Line("You will need it more later.")),
    "search": (Line("You find the Clue that you lack most."), Line("No Clue there would help you.")),
    "search_take": Line("Of these it helps your Clues most."),
    **dict.fromkeys(("sort", "sort_left"), Line("The hardest comes first.")),
    "avoid": (Line("A fight would cost more than it is likely to gain."), Line("It is worth a fight.")),
    "shield": (Line("A life is worth more than the shield."), Line("You will need it more later.")),
    "drop": Line("Of your Special Items it is worth least."),
    "killed": Line("Of your Companions this one helps least."),
    "confront": (
        Line("You can beat him, or can afford to lose."),
        Line("You would probably lose, and cannot afford that."),
    ),
    "evade_gi": (Line("If it fails, you can still fight."), Line("You are the stronger one.")),
    "give": Line("Of your Companions this one is most of a burden."),
    "mission_give": Line("It is the Mission that is furthest out of your way."),
    "clue_offer": Line("Of your Clues it is worth least to you."),
    "clue_wish": Line("You lack it, and it is known to be there or belongs to the face you know best."),
    "clue_reply": Line(
        "What you get is weighed against what you give, and a Clue that was shown to you can be asked for."
    ),
    "clue_out": Line("Of your Clues it is worth least to you."),
    "clue_unwanted": Line("What is no part of the face you know best is of no use any more."),
    "trade_take": Line("You need what heals."),
    "trade_give": Line("You can do without it, and an offer must be worth more than what you ask for."),
    "trade_reply": Line("What you get is weighed against what you give."),
}
MOST_HELPFUL = Line("This Companion helps you most.")
ONLY_A_BURDEN = Line("Every Companion here would only be a burden to you.")
STIMS = Line("Everything depends on this fight.")
SPARES_STIMS = Line("This fight does not matter enough.")
MEETS = {
    "kidnap": Line("One of your Missions wants this Companion, or you are strong enough to take him."),
    "attack": Line("One of your Missions asks for it, or this GI is near to winning and you are strong."),
    "exchange_clues": Line("You may get a Clue that you lack."),
    "exchange_missions": Line("Your Missions are far out of your way."),
    "exchange_companions": Line("One of your Companions is a burden."),
    "trade": Line("This GI has something that heals, and you need it."),
    "talk": Line("You have nothing to gain from this GI now."),
}
TRAITOR_FIRST = Line("You can beat the Traitor, or can afford to lose.")
MOST_CLUES = Line("A Mission wants this one, or nobody here has more Clues.")
SECOND = Line("It may still turn the fight.")

#: What is said of a Rogue card, by its effect.
SAYS_OF = {
    "stay": HOLDS_UP,
    "lead": LEADS_ASTRAY,
    "miss_turn": HOLDS_UP,
    "foil": FOILS,
    "delay": DELAYS,
    **dict.fromkeys(("march", "fly", "shuttle", "clearance"), CARD_HELPS),
    "extra_clue": Line("You get more for the Mission you complete."),
}
#: The cards that count in a fight with the Traitor.
AT_TRAITOR = ("traitor_dice", "dice_at_traitor")

Reason = Callable[[NuEarth, int, Ask, Any], Line | None]


def advice_on(run: Run[NuEarth], value: Any) -> Line | None:
    """Why the house would give this answer; None where it has no reason to tell."""
    ask = run.ask
    if ask is None:
        return None
    reason = REASONS.get(ask.topic)
    return _said(ask.topic, value) if reason is None else reason(run.state, ask.seat, ask, value)


def _said(topic: str, value: Any) -> Line | None:
    said = ALWAYS_SAID.get(topic)
    return said[0 if value else 1] if isinstance(said, tuple) else said


def _backing(s: NuEarth, seat: int, ask: Ask, value: Any) -> Line | None:
    return SPARES_STIMS if value == DONE else STIMS


def _meet(s: NuEarth, seat: int, ask: Ask, value: Any) -> Line | None:
    return MEETS.get(value.id)


def _whom(s: NuEarth, seat: int, ask: Ask, value: Any) -> Line | None:
    return TRAITOR_FIRST if value == THE_TRAITOR else MOST_CLUES


def _move(s: NuEarth, seat: int, ask: Ask, value: Any) -> Line | None:
    if value == STAY:
        return WAIT
    if value == ASK_ME:
        return OTHER_NEEDS
    return CARD_HELPS if value == PLAY_CARD else ON_THE_WAY.of(place=goal_of(s, seat))


def _rogue(s: NuEarth, seat: int, ask: Ask, value: Any) -> Line | None:
    if value in (PASS, PASS_ON, PASS_TO_END):
        return SPARE_CARDS
    rogue = s.box.rogue(value)
    if rogue.target == "self" and s.force != NOBODY and s.force_by != seat:
        return TAKES_PLACE
    if rogue.effect in AT_TRAITOR:
        return _in_the_fight(s, rogue)
    said = SAYS_OF.get(rogue.effect, HURTS if rogue.target == "other" else HELPS)
    if rogue.target == "traitor":
        return BRINGS_TRAITOR if s.mover == seat else SAVES_TRAITOR.of(mover=s.mover)
    return said if rogue.target == "self" else said.of(mover=s.mover)


def _in_the_fight(s: NuEarth, rogue: Rogue) -> Line:
    """13.3 What a card makes of the fight with the Traitor: exact on Milli-com, where nobody chooses a salvo."""
    is_exposed = rogue.target == "self"
    if s.traitor < s.box.earth:
        return EXPOSES_ON_EARTH if is_exposed else GUARDS_ON_EARTH.of(mover=s.mover)
    theirs, mine = (0, rogue.number) if is_exposed else (rogue.number, 0)
    chance = chance_to_win(1 + mine, 0, 1, 1 + theirs, 0)
    return EXPOSES.of(chance=chance) if is_exposed else GUARDS.of(mover=s.mover, chance=chance)


def _rogue_out(s: NuEarth, seat: int, ask: Ask, value: Any) -> Line | None:
    if value == BY_ORDER:
        return USEFUL_ONLY
    return ALL_USEFUL if value == KEEP_REST else NO_USE


def _rogue_order(s: NuEarth, seat: int, ask: Ask, value: Any) -> Line | None:
    return OTHERS_IDLE if value == NO_OTHERS else KIND_HELPS


def _kidnap(s: NuEarth, seat: int, ask: Ask, value: Any) -> Line | None:
    return ONLY_A_BURDEN if value == TAKE_NOBODY else MOST_HELPFUL


def _fight(s: NuEarth, seat: int, ask: Ask, value: Any) -> Line | None:
    if value == EVADE:
        return EVADES.of(chance=chance_of_evasion(s, seat, s.box.foes[s.cards.zones[STACK][-1]].initiative))
    if value == SURRENDER:
        return PRISON
    if value == HOLD_FIRE:
        return HOLDS
    if value == BARE_HANDS or ask.topic == "second_salvo":
        return UNARMED if value == BARE_HANDS else SECOND
    if s.phase is Phase.MEETING:
        return GOOD_SALVO
    target, dice, _ = foe_of(s)
    return WINS.of(chance=chance_of_salvo(s, seat, Salvo(*value), target, dice, 0, is_first=True))


def _declare(s: NuEarth, seat: int, ask: Ask, value: Any) -> Line | None:
    return LATER if value == NOT_NOW else PAYS


def _new_mission(s: NuEarth, seat: int, ask: Ask, value: Any) -> Line | None:
    return NEAR if value == KEEP else FAR


REASONS: dict[str, Reason] = {
    "move": _move,
    "march": _move,
    "fly": _move,
    "pod_move": _move,
    "rogue_movement": _rogue,
    "rogue_encounter": _rogue,
    "rogue_end": _rogue,
    "own_card": _rogue,
    "rogue_out": _rogue_out,
    "rogue_order": _rogue_order,
    "kidnap": _kidnap,
    "face": _fight,
    "stand": _fight,
    "salvo": _fight,
    "second_salvo": _fight,
    "backing": _backing,
    "second_backing": _backing,
    "meet": _meet,
    "encounter": _whom,
    "declare": _declare,
    "new_mission": _new_mission,
}
