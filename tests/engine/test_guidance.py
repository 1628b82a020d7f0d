"""What a question tells beside its options: what each does, what stands out, and why something is not offered."""

from __future__ import annotations

from typing import Any

import pytest

import sandtable
from sandtable.engine import (
    DONE,
    Choice,
    Kinds,
    Line,
    Listed,
    Names,
    Of,
    Opposed,
    Refusal,
    Roll,
    Steps,
    Thing,
    Word,
    done_with,
    higher,
    say,
)
from sandtable.engine.asking import Topic, pick, pick_each, put_in_order
from sandtable.engine.contract import ContractBroken, check_contract

from .small import Sheet, Small

SPACES = Names(["sharma", "gandhi", "europa"], ["Sharma", "Gandhi", "Europa"])
PIECES = Names(["troop", "base"], ["Troop", "Base"])
RALLY = Topic("rally", "16.6", "You pay for that space.", "space")
REMOVE = Topic("remove", "16.7", "It goes back to Available.", ("space", "piece"))
HAS_SUPPORT = Refusal("{it} has Support.")
TOO_DEAR = Refusal("{it} costs {n:number}.")
NO_MORE = Word("done", "No more to {space}", says="Then {space} is full.", ends="turn")
EVENT = Word("event", "Event", says="As it is printed on the card.")
END = Word("end_turn", "End your turn", ends="turn")


def rally_refusal(s: Sheet, space: Any) -> Refusal | None:
    """Gandhi has Support, Europa is too dear, and the Event is over."""
    if space == EVENT:
        return Refusal("The 1st Eligible took it.")
    return {1: HAS_SUPPORT, 2: TOO_DEAR.of(n=3)}.get(space)


RALLY_AT = Choice(lambda s: range(3), rally_refusal)


class Rally(Small):
    def kinds(self, s: Sheet) -> Kinds:
        return {"space": SPACES, "piece": PIECES}

    def rule(self, s: Sheet) -> Steps[None]:
        s.marks.append(
            (
                yield pick(
                    0,
                    RALLY,
                    "Rally where?",
                    RALLY_AT.of(s, then=(END,)),
                    label="Rally in {it}",
                    others=(EVENT,),
                    says=lambda it: Line("Place a Rebel in {it}.") if it == 0 else None,
                    likely=0,
                )
            )
            == 0
        )


def test_a_thing_that_is_not_offered_has_a_reason() -> None:
    """Why not? The rule names the condition that fails, about the thing somebody pointed at."""
    question = sandtable.new(Rally(), seed=1).ask
    assert question is not None
    assert question.keys == ["rally:sharma", "end_turn"]
    assert question.why_not(Thing("space", "gandhi")) == "Gandhi has Support."
    assert question.why_not(Thing("space", "europa")) == "Europa costs 3."
    assert question.why_not(Thing("space", "sharma")) is None, "it is offered"
    assert question.why_not(Thing("piece", "troop")) is None, "nobody asks for pieces"


def test_options_say_what_they_do_and_refused_ones_why() -> None:
    """An option has a line of its own, a word brings it along, and what a player would look for is shown with its reason."""
    question = sandtable.new(Rally(), seed=1).ask
    assert question is not None
    shown = question.plain()
    assert [(option.says, option.ends) for option in shown.options] == [
        ("Place a Rebel in Sharma.", ""),
        ("", "turn"),
    ]
    assert shown.likely == "rally:sharma"
    (event,) = shown.refused
    assert (event.key, event.label, event.why, event.says) == (
        "event",
        "Event",
        "The 1st Eligible took it.",
        "As it is printed on the card.",
    )


def test_done_can_name_what_is_done() -> None:
    """Done is not End turn: the words differ, the key stays."""
    word = done_with("Transport")
    assert (word.id, word.label) == (DONE.id, "Done with Transport")


class Parts(Rally):
    """Options of two parts: a reason is asked for a thing of either kind."""

    def rule(self, s: Sheet) -> Steps[None]:
        def why(it: Any) -> Refusal:
            return Refusal("{it} is empty." if it == Of("space", 2) else "No {it} is left there.")

        yield pick(0, REMOVE, "Remove what?", Listed([(0, 0), (1, 0)], why))


def test_parts_of_an_option_have_reasons_too() -> None:
    """Why not? For an option of several parts, the reason is that of the thing pointed at."""
    question = sandtable.new(Parts(), seed=1).ask
    assert question is not None
    assert question.why_not(Thing("space", "europa")) == "Europa is empty."
    assert question.why_not(Thing("piece", "base")) == "No Base is left there."
    assert question.why_not(Thing("space", "gandhi")) is None


class TooFewCandidates(Rally):
    """Gandhi and Sharma may both be chosen, and the candidates leave one out."""

    def rule(self, s: Sheet) -> Steps[None]:
        fair = Choice(lambda s: [0, 2], lambda s, it: None)
        yield pick(0, RALLY, "Rally where?", fair.of(s))


class NoReason(Rally):
    """A list that leaves Europa out, and has no reason for it."""

    def rule(self, s: Sheet) -> Steps[None]:
        yield pick(0, RALLY, "Rally where?", Listed([0, 1], lambda it: None))


class NoReasonForAPart(Rally):
    """A list of options with two parts that leaves Europa out, and has no reason for it."""

    def rule(self, s: Sheet) -> Steps[None]:
        yield pick(0, REMOVE, "Remove what?", Listed([(0, 0), (1, 1)], lambda it: None))


@pytest.mark.parametrize("game", [TooFewCandidates, NoReason, NoReasonForAPart])
def test_what_is_not_offered_has_a_reason(game: type[Small]) -> None:
    """The contract asks about everything in play: candidates leave out nothing that may be chosen, and lists explain themselves."""
    with pytest.raises(ContractBroken, match="What is offered has no refusal"):
        check_contract(game(), games=1)


class WordsAfterTheList(Rally):
    """A word that comes after the options, and that a player would look for besides them."""

    def rule(self, s: Sheet) -> Steps[None]:
        free = Choice(lambda s: [0, 2], lambda s, it: None if it in (0, 2) else HAS_SUPPORT)
        yield pick(0, RALLY, "Rally where?", free.of(s, then=(END,)), others=(END,))
        listed = Listed([0], lambda it: HAS_SUPPORT, then=(END,))
        yield pick(0, RALLY, "Rally where?", listed, others=(END,))


@pytest.mark.parametrize("game", [Rally, Parts, WordsAfterTheList])
def test_the_contract_passes_where_they_agree(game: type[Small]) -> None:
    assert check_contract(game(), games=2).explained > 0


class Several(Rally):
    """Two of three spaces, then all of them in order."""

    def rule(self, s: Sheet) -> Steps[None]:
        able = Listed([0, 2], {1: HAS_SUPPORT}.get)
        says = lambda it: Line("Place a Rebel in {it}.")  # noqa: E731
        yield from pick_each(0, RALLY, "Which?", able, up_to=2, at_least=1, says=says)
        yield from put_in_order(0, RALLY, "In which order?", able)


def test_loops_refuse_what_was_chosen() -> None:
    """Every question function passes on what `pick` takes; what was chosen is refused from then on, with that reason."""
    table = sandtable.new(Several(), seed=1)
    question = table.ask
    assert question is not None
    assert question.why_not(Thing("space", "gandhi")) == "Gandhi has Support."
    assert (question.remaining, question.needed) == (2, 1)
    question = table.choose("rally:europa").ask
    assert question is not None
    assert question.why_not(Thing("space", "europa")) == "You have chosen Europa already."
    assert [option.says for option in question.options] == ["Place a Rebel in Sharma.", ""], (
        "Done speaks for itself"
    )
    assert (question.remaining, question.needed) == (1, 0)
    assert check_contract(Several(), games=3).explained > 0


class Alike(Rally):
    """Two lines that several options share: one names the option, the other does not."""

    def rule(self, s: Sheet) -> Steps[None]:
        yield pick(0, RALLY, "Where?", [0, 1, 2], says=lambda it: PLACE)
        yield pick(0, RALLY, "Where?", [0, 1, 2], says={0: COSTS, 2: COSTS}.get)


PLACE, COSTS = Line("Place a Rebel in {it}."), Line("Costs one.")


def test_a_line_that_options_share_is_told_of_each() -> None:
    """What is put into words once for several options fits every one of them."""
    table = sandtable.new(Alike(), seed=1)
    question = table.ask
    assert question is not None
    told = [f"Place a Rebel in {name}." for name in ("Sharma", "Gandhi", "Europa")]
    assert [option.says for option in question.brief().options] == told
    assert [option.says for option in question.options] == told
    question = table.choose("rally:europa").ask
    assert question is not None
    assert [option.says for option in question.plain().options] == ["Costs one.", "", "Costs one."]


class Story(Rally):
    """A turn that is told in chapters, with dice that say whose they are."""

    def rule(self, s: Sheet) -> Steps[None]:
        yield pick(0, RALLY, "Where?", [0, 1])
        yield say("Ann: Recon.", opens=True)
        for space in range(3):
            yield say("Recon in {space}.", space=space, sums="{n:Recon in {space}|Recon in {n} spaces}")
        yield Roll(2, topic="fire", by=1, mods=(Line("+1 height"), Line("−{n:number} cover", {"n": 2})))
        yield Opposed(Roll(1, by=0), Roll(1, by_line=Line("OPFOR")), higher, topic="edge")
        yield Roll(1, topic="plain")


def test_the_log_tells_a_story() -> None:
    """Chapters begin with a line that opens them, and lines of one kind can be counted and told as one."""
    table = sandtable.new(Story(), seed=1).choose("rally:sharma")
    notes = [line for line in table.log("ann") if line.kind == "note"]
    assert [line.opens for line in notes] == [True, False, False, False]
    assert [line.sums for line in notes[1:]] == [
        (f"Recon in {name}", "Recon in {n} spaces") for name in ("Sharma", "Gandhi", "Europa")
    ]
    assert {line.mover for line in table.log("ann") if line.kind != "end"} == {"ann"}


def test_dice_say_whose_they_are() -> None:
    """Dice can be read: who threw each group, and what was added and why."""
    table = sandtable.new(Story(), seed=1).choose("rally:sharma")
    fire, edge, plain = [line for line in table.log("ann") if line.kind == "roll"]
    assert (fire.by, fire.sides, fire.mods) == (("bob",), ("Bob",), (("+1 height", "−2 cover"),))
    assert (edge.by, edge.sides, edge.mods) == (("ann", None), ("Ann", "OPFOR"), ((), ()))
    assert (plain.by, plain.sides, plain.mods) == ((), (), ())


def test_done_reads_as_the_question_says() -> None:
    """`done_as`: Done names what it finishes, and may end the turn; its key and what the rule gets are those of Done."""

    class Rule(Small):
        def kinds(self, s: Sheet) -> Kinds:
            return {"space": SPACES}

        def rule(self, s: Sheet) -> Steps[None]:
            s.marks.append(
                (yield pick(0, RALLY, "To {space}?", [0, DONE], about={"space": 1}, done_as=NO_MORE)) == DONE
            )

    table = sandtable.new(Rule(), seed=1)
    assert table.ask is not None
    done = table.ask.options[1]
    assert (done.key, done.word, done.label, done.says, done.ends) == (
        "done",
        "done",
        "No more to Gandhi",
        "Then Gandhi is full.",
        "turn",
    )
    table.choose("done")
    assert table.run.state.marks[0] is True
