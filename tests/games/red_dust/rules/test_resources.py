"""10 Resources, Profits, Asset cards and transfers."""

from __future__ import annotations

import random

import pytest

from sandtable.engine import CHANGE, REFUSE, Ask
from sandtable.games.red_dust import GAME
from sandtable.games.red_dust.printed.decks import ASSET_DECK, DISCARDS, HAND
from sandtable.games.red_dust.printed.map import CORPORATIONS, MARS_GOV, RECLAIMERS, RED_DUST
from sandtable.games.red_dust.rules.event_round import action_phase, choices
from sandtable.games.red_dust.rules.operations.general import begin_operation
from sandtable.games.red_dust.rules.resources import (
    ask_transfer,
    draw_assets,
    givers,
    keep_hand_limit,
    money_left,
)
from sandtable.games.red_dust.state import Mars, Op, Phase

from ..kit import at, mars, n, operation, play, stack_assets
from ..op_kit import offered

M, C, D, R = MARS_GOV, CORPORATIONS, RED_DUST, RECLAIMERS


def hand(s: Mars) -> list[int]:
    """The printed numbers of the Reclaimers' Assets."""
    return sorted(card + 1 for card in s.assets.zones[HAND])


def discards(s: Mars) -> list[int]:
    return sorted(card + 1 for card in s.assets.zones[DISCARDS])


# The track


@pytest.mark.parametrize("who", [M, C, D])
@pytest.mark.parametrize(("start", "by", "end"), [(49, 3, 50), (2, -3, 0), (10, 5, 15), (50, -1, 49)])
def test_the_track_runs_from_0_to_50(who: int, start: int, by: int, end: int) -> None:
    """10 Excess and shortfall are lost."""
    s = mars(resources=(start, start, start))
    s.gain(who, by)
    assert s.resources[who] == end


# Paying


def test_corp_pays_nothing_for_operations() -> None:
    """10 Secure in many spaces costs CORP no Profits, and it needs none."""
    s = mars({"tenzing": {"security": 2}}, resources=(0, 0, 0))
    operation(s, CORPORATIONS, Op.SECURE, "europa done shepard done tenzing done done")
    assert s.resources == [0, 0, 0]


@pytest.mark.parametrize(("resources", "spaces"), [(2, 0), (3, 1), (5, 1), (6, 2), (9, 3)])
def test_no_more_spaces_than_can_be_paid_for(resources: int, spaces: int) -> None:
    """10 MG with so many Resources Trains in so many spaces at 3 each."""
    s = mars(
        {space: {"mg_troop": 1} for space in ("europa", "tenzing", "gandhi", "sharma")},
        resources=(resources, 0, 0),
    )
    order = ["europa", "tenzing", "gandhi"][:spaces]
    answers = " ".join(f"train:{space} 1" for space in order)
    played = operation(
        s, MARS_GOV, Op.TRAIN, answers + " done" * (resources - 3 * spaces >= 3), special=False
    )
    assert s.resources[MARS_GOV] == resources - 3 * spaces
    assert [topic for _, topic, _ in played.asked].count("train") == spaces


def test_payment_comes_after_the_operation() -> None:
    """10 While Red Dust Rallies its Resources are untouched; the price is on the books."""
    s = mars({"gandhi": {"rd_rebel": 1}}, resources=(0, 0, 3))
    a = begin_operation(s, RED_DUST, Op.RALLY)
    a.chosen, a.cost = (n("sharma"), n("europa")), 2
    assert s.resources[RED_DUST] == 3
    operation(s, RED_DUST, Op.RALLY, "gandhi sharma done")
    assert s.resources[RED_DUST] == 1


def test_a_special_activity_in_between_raises_what_can_be_paid() -> None:
    """10 Redistribute brings in what the next spaces cost: 1 Resource and Population 2 pay for three spaces."""
    s = mars({"gandhi": {"rd_rebel": 1}}, resources=(0, 0, 1))
    answers = "rally:europa rally:redistribute redistribute:gandhi done rally:sharma rally:tenzing"
    played = operation(s, RED_DUST, Op.RALLY, answers, special=True)
    assert s.resources[RED_DUST] == 0
    assert [at(s, space, "rd_rebel") for space in ("europa", "sharma", "tenzing")] == [1, 1, 1]
    assert played.asked[1][2] == ["redistribute", "coordinate", "done"], "no second space before it"


# Assets


def test_cr_pays_with_assets_and_loses_the_surplus() -> None:
    """10 Three spaces cost 3; CR chooses to pay with a card of value 4."""
    s = mars(hand=[1, 7, 14], resources=(0, 0, 0))
    played = operation(s, RECLAIMERS, Op.RALLY, "europa gandhi sharma done pay:cr14")
    assert sorted(played.options("pay")) == ["cr1", "cr14", "cr7"]
    assert (hand(s), discards(s)) == ([1, 7], [14])


def test_several_assets_add_up() -> None:
    """10 Values 2 and 3 pay for five spaces, and for no sixth."""
    s = mars(hand=[1, 7], resources=(0, 0, 0))
    answers = "europa gandhi sharma tenzing shepard done pay:cr1"
    played = operation(s, RECLAIMERS, Op.RALLY, answers)
    assert discards(s) == [1, 7]
    assert played.asked[5][2] == ["done"]


@pytest.mark.parametrize(
    ("card", "op", "value"),
    [
        (15, Op.RALLY, 5),
        (16, Op.RALLY, 5),
        (16, Op.PREACH, 4),
        (20, Op.PREACH, 5),
        (21, Op.RALLY, 4),
        (19, Op.RALLY, 4),
        (1, Op.RALLY, 2),
        (9, Op.PREACH, 3),
    ],
)
def test_what_an_asset_is_worth(card: int, op: Op, value: int) -> None:
    """10, 19 Its value; 5 instead of 4 for one named Operation. So many spaces and not one more."""
    order = ["europa", "gandhi", "sharma", "tenzing", "shepard", "tereshkova"]
    s = mars({space: {"cr_rebel": 1} for space in order}, hand=[card], resources=(0, 0, 0))
    played = operation(s, RECLAIMERS, op, " ".join([*order[:value], "done"]))
    assert [topic for _, topic, _ in played.asked].count(op.name.lower()) == value + 1
    assert discards(s) == [card]


def test_nothing_is_discarded_for_a_cost_of_0() -> None:
    """10 Travel from the Wilderness costs nothing."""
    s = mars({"wilderness": {"cr_rebel": 1}}, hand=[7], resources=(0, 0, 0))
    operation(s, RECLAIMERS, Op.TRAVEL, "wilderness radau done")
    assert (hand(s), discards(s)) == ([7], [])


def test_the_hand_limit() -> None:
    """10 Six cards, checked after drawing; CR chooses what to discard."""
    s = mars(hand=[1, 2, 3, 4, 5, 6])
    stack_assets(s, 7)
    played = play(s, draw_assets(s, 1), "cr2")
    assert played.who("hand_limit") == RECLAIMERS
    assert len(played.options("hand_limit")) == 7
    assert (hand(s), discards(s)) == ([1, 3, 4, 5, 6, 7], [2])


def test_several_cards_are_drawn_before_the_limit_is_looked_at() -> None:
    """Ruling 29 Draw all, then discard to six: the last one drawn may be kept."""
    s = mars(hand=[1, 2, 3, 4, 5])
    stack_assets(s, 7, 8, 9)
    play(s, draw_assets(s, 3), "cr7 cr8")
    assert hand(s) == [1, 2, 3, 4, 5, 9]


def test_six_cards_are_fine() -> None:
    """10 The limit is six."""
    s = mars(hand=[1, 2, 3, 4, 5, 6])
    assert play(s, keep_hand_limit(s)).asked == []


def test_an_empty_deck_gives_nothing() -> None:
    """10 Discards come back only at the next Reset Phase."""
    s = mars(hand=[1])
    for card in s.assets.zones[ASSET_DECK][1:]:
        s.assets.give(card, DISCARDS)
    play(s, draw_assets(s, 2))
    assert len(hand(s)) == 2
    play(s, draw_assets(s, 2))
    assert len(hand(s)) == 2


def test_the_price_is_kept_when_the_hand_limit_bites() -> None:
    """10, 12.1 A card drawn in mid-Operation cannot push out the one that must pay for it.

    Limited, five spaces: only Water Reserves is worth 5 for Rally. A Conversion Center draws a seventh card.
    """
    s = mars({"gandhi": {"cr_base": 1}}, hand=[15, 1, 2, 3, 4, 5], resources=(0, 0, 0))
    stack_assets(s, 7, 8)
    answers = "europa sharma tenzing shepard gandhi rally_way:convert hand_limit:cr1 done pay:cr15"
    played = operation(s, RECLAIMERS, Op.RALLY, answers, limited=True)
    assert "cr15" not in played.options("hand_limit")
    assert 15 in discards(s)


# Transfers


@pytest.mark.parametrize(
    ("who", "may_ask"),
    [
        (M, ["ask_red_dust", "ask_reclaimers"]),
        (D, ["ask_marsgov", "ask_reclaimers"]),
        (R, ["ask_marsgov", "ask_red_dust"]),
        (C, []),
    ],
)
def test_who_may_be_asked(who: int, may_ask: list[str]) -> None:
    """10 MG, RD and CR help each other; CORP neither gives nor receives."""
    s = mars(hand=[7])
    assert [word.id for word in givers(s, begin_operation(s, who, Op.RALLY))] == may_ask


def test_nobody_is_asked_for_what_it_does_not_have() -> None:
    """10 No Resources, no Assets: no question."""
    s = mars(resources=(0, 20, 0))
    assert givers(s, begin_operation(s, MARS_GOV, Op.TRAIN)) == []
    assert givers(s, begin_operation(s, RED_DUST, Op.RALLY)) == []


def test_red_dust_gives_marsgov_resources() -> None:
    """10 While MG executes an action RD may give it Resources; MG asks for an amount, RD agrees."""
    s = mars({"europa": {"mg_troop": 1}}, resources=(1, 0, 9))
    played = operation(s, MARS_GOV, Op.TRAIN, "ask_red_dust transfer:5 accept train:europa 4 done done")
    assert [seat for seat, topic, _ in played.asked if topic.startswith("transfer")] == [M, D]
    assert s.resources == [3, 0, 4]


def test_the_giver_may_change_the_amount() -> None:
    """10 RD offers less, MG takes it."""
    s = mars({"europa": {"mg_troop": 1}}, resources=(1, 0, 9))
    operation(s, MARS_GOV, Op.TRAIN, "ask_red_dust transfer:5 change transfer:2 accept train:europa 1")
    assert s.resources == [0, 0, 7]


def test_the_giver_may_refuse() -> None:
    """10 Nothing changes hands, and it is not asked again in this action."""
    s = mars({"europa": {"mg_troop": 1}}, resources=(3, 0, 9))
    played = operation(s, MARS_GOV, Op.TRAIN, "train:europa 1 ask_red_dust transfer:9 refuse")
    assert played.asked[-1][0] == RED_DUST, "then nothing can be paid for, and nobody is left to ask"
    assert s.resources == [0, 0, 9]


def test_a_standing_order_can_decline_every_question_of_a_transfer() -> None:
    """10 Who does not want to be asked for Resources refuses beforehand, and so does who asked."""
    s = mars(resources=(1, 0, 9))
    asking = ask_transfer(s, begin_operation(s, MARS_GOV, Op.TRAIN), RED_DUST)
    questions = (next(asking), asking.send(5), asking.send(CHANGE), asking.send(2))
    for asked, topic in zip(questions, ("transfer", "transfer_reply") * 2, strict=True):
        assert isinstance(asked, Ask)
        assert (asked.topic, asked.window, asked.decline) == (topic, "transfer", REFUSE)


def test_cr_spends_assets_for_others() -> None:
    """10 The value of the cards it spends, as many as it likes; a bonus for an Operation of CR's does not count."""
    s = mars(hand=[1, 15, 7], resources=(0, 0, 1))
    operation(
        s,
        RED_DUST,
        Op.RALLY,
        "rally:gandhi ask_reclaimers give_asset:cr15 give_asset:cr1 done rally:sharma done",
    )
    assert (s.resources[RED_DUST], hand(s), discards(s)) == (1 + 4 + 2 - 2, [7], [1, 15])


def test_gifts_to_cr_are_spent_at_once() -> None:
    """10 MG and RD give only towards the cost of the Operation: what is not needed goes back, no card is spent."""
    s = mars(hand=[7], resources=(5, 0, 5))
    operation(s, RECLAIMERS, Op.RALLY, "europa gandhi sharma ask_marsgov transfer:5 accept done")
    assert (s.resources, hand(s)) == ([2, 0, 5], [7])


def test_gifts_to_cr_count_beside_its_cards() -> None:
    """10 A gift of 2 and a card of value 3 pay for five spaces."""
    s = mars(hand=[7], resources=(2, 0, 0))
    answers = "europa gandhi sharma ask_marsgov transfer:2 accept tenzing shepard done"
    operation(s, RECLAIMERS, Op.RALLY, answers)
    assert (s.resources[MARS_GOV], discards(s)) == (0, [7])


def test_cr_may_ask_before_it_pays_with_its_cards() -> None:
    """10 A gift towards the cost may also spare a card that CR could pay with: that is asked when it pays."""
    s = mars(hand=[7, 8], resources=(2, 0, 0))
    assert "ask_marsgov" not in offered(s, RECLAIMERS, Op.RALLY, "europa", "rally")
    s = mars(hand=[7, 8], resources=(2, 0, 0))
    played = operation(s, RECLAIMERS, Op.RALLY, "europa done ask_marsgov transfer:1 accept")
    assert played.options("pay") == ["cr7", "cr8", "ask_marsgov"]
    assert (len(hand(s)), s.resources[MARS_GOV]) == (2, 1)


def test_marsgov_and_red_dust_may_ask_before_they_choose() -> None:
    """10 While it executes an action a Faction may be given Resources: it asks when its turn comes; then it acts."""
    s = mars({"europa": {"mg_troop": 1}}, resources=(0, 0, 9), hand=[7])
    s.phase = Phase.ACTION
    played = play(s, action_phase(s), "ask_red_dust transfer:3 accept operation train")
    assert s.resources == [3, 0, 6]
    asked = [keys for _, topic, keys in played.asked if topic == "action"]
    assert "ask_red_dust" in asked[0]
    assert "ask_red_dust" not in asked[1]
    assert "pass" not in asked[1], "who took a gift acts"


@pytest.mark.parametrize(
    ("first", "purse", "hand", "may_ask"),
    [
        (M, (2, 0, 9), [7], True),
        (M, (3, 0, 9), [7], False),
        (C, (9, 0, 9), [7], False),
        (D, (9, 0, 0), [7], True),
        (D, (9, 0, 1), [7], False),
        (R, (9, 0, 9), [], True),
        (R, (9, 0, 9), [7], False),
    ],
)
def test_who_may_ask_in_its_turn(
    first: int, purse: tuple[int, int, int], hand: list[int], may_ask: bool
) -> None:
    """10 Not CORP, ever; the others if they cannot pay for a single space of the Operation they are about to choose."""
    s = mars({"europa": {"mg_base": 1, "rd_rebel": 1, "cr_rebel": 1}}, resources=purse, hand=hand)
    s.eligible = [who == first for who in range(4)]
    found = choices(s, first, begin_operation(s, first, Op.RALLY))
    assert any(word.id.startswith("ask_") for word in found) is may_ask


def test_a_gift_for_an_operation_that_never_comes_goes_back() -> None:
    """10 CR with an empty hand asks MG for 2, then passes: no Operation, so MG has its Resources again."""
    s = mars({"europa": {"cr_rebel": 1}}, resources=(9, 0, 0), current=1)
    s.eligible = [False, False, False, True]
    s.phase = Phase.ACTION
    play(s, action_phase(s), "ask_marsgov transfer:2 accept event_shaded")
    assert s.resources[MARS_GOV] == 9


def test_other_worlds_can_pay_for_what_was_chosen() -> None:
    """10 Who imagines CR's hand knows that it pays for the spaces chosen so far."""
    s = mars(hand=[14, 15, 16, 18], resources=(0, 0, 0))
    a = begin_operation(s, RECLAIMERS, Op.RALLY)
    a.cost = 16
    s.events.reveal(range(len(s.events.known)))
    rng = random.Random(1)
    for _ in range(50):
        GAME.redeal(s, MARS_GOV, rng, [frozenset()] * 3)
        assert money_left(s, a) >= 0


#: The two Assets that are worth 5 for a Rally.
CR15, CR16 = 14, 15


def test_a_single_card_may_give_itself_away_by_what_it_pays() -> None:
    """10 The Reclaimers' only card pays 5 for a Rally: others know which one does, and imagining is not called idle for it."""
    s = mars(hand=[16], resources=(0, 0, 0))
    a = begin_operation(s, RECLAIMERS, Op.RALLY)
    a.cost = 5
    assert not GAME.deduces(s, MARS_GOV, s.assets, CR16)  # it could be CR15, which is worth as much
    s.assets.reveal([CR15])
    assert GAME.deduces(s, MARS_GOV, s.assets, CR16)
    a.cost = 4
    assert not GAME.deduces(s, MARS_GOV, s.assets, CR16)
    a.cost, a.given[MARS_GOV] = 5, 1
    assert not GAME.deduces(s, MARS_GOV, s.assets, CR16)


def test_troops_that_nobody_places_cost_nothing() -> None:
    """16.1 3 per space where Troops are placed: with none Available and none taken from the map nothing is paid."""
    s = mars({"europa": {"mg_troop": 29}, "tenzing": {"mg_troop": 1}})
    operation(s, MARS_GOV, Op.TRAIN, "train:phobos 1 take_from_map:done train:done done")
    assert s.resources[MARS_GOV] == 20


def test_many_cards_drawn_at_once_leave_the_price_in_hand() -> None:
    """10, ruling 29 After two cards too many the Reclaimers keep six that pay for the 24 spaces' worth they chose."""
    s = mars(hand=[14, 15, 16, 18, 19, 20, 1, 2], resources=(0, 0, 0))
    a = begin_operation(s, RECLAIMERS, Op.PREACH)
    a.cost = 24
    played = play(s, keep_hand_limit(s), "hand_limit:cr1 hand_limit:cr2")
    assert played.options("hand_limit") == ["cr1", "cr2"]
    assert money_left(s, a) >= 0
