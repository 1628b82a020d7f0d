"""Commands beside answers: help, undo, log, odds, standing orders, save."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.table import Table as Grid
from rich.text import Text

from sandtable.bots import make_bot
from sandtable.bots.hints import hasten, hint_of, told
from sandtable.bots.levels import HINTS, has_tactics, offers
from sandtable.bots.spec import check_bot_plays
from sandtable.engine import Chair, Game, Odds, SandtableError, StandingOrder

from .answer import NotUnderstood, find
from .players import VETERAN, bot_name, spec_of
from .screen import BRASS, DIM, draw_log, draw_odds, is_without_dice, tell, tell_at_length, working_out
from .terminal.guidance import draw_preview, draw_reasons, reasons_of
from .terminal.pager import paged
from .terminal.rules import draw_rules, draw_short_rules

if TYPE_CHECKING:
    from .session import Session

#: How many lines `log` shows by default.
LINES = 12
#: After `odds`: show fractions instead of percentages.
FRACTIONS = "fractions"


class Quit(Exception):
    """Somebody leaves; the game is kept."""


def find_word(typed: str, keys: Sequence[str]) -> str | None:
    """The word of command in what was typed, or None if it is an answer.

    An answer with the same name goes first; a slash before the word always makes it a command.
    """
    if len(typed) > 1 and typed.startswith("?"):
        return "preview"
    first, _, rest = typed.removeprefix("/").partition(" ")
    word = SHORT.get(first.casefold(), first.casefold())
    if word not in WORDS or (rest.strip() and not WORDS[word].takes):
        return None
    return None if typed in keys else word


def do_word(session: Session, word: str, typed: str, seat: str) -> bool:
    """Do what the word says. True when the table has changed and must be looked at again."""
    if typed.startswith("?"):
        return WORDS[word].do(session, seat, typed[1:].strip())
    rest = typed.removeprefix("/").partition(" ")[2].strip()
    return WORDS[word].do(session, seat, rest)


def say_help(session: Session, seat: str, rest: str) -> bool:
    """The rule that asks, what the answer leads to, and everything that can be typed."""
    question = session.table.ask
    assert question is not None
    console = session.console
    if question.rule:
        tell(console, Text.assemble("This is asked under rule ", (question.rule, "bold"), "."))
    if question.help:
        tell_at_length(console, question.help)
    if question.decline is not None:
        tell(console, f"You may decline: {question.decline}.")
    tell_at_length(
        console,
        "Answer with a number, a key (the dim word), or the beginning of a key, of a label or of a word in it. "
        "Several answers may stand on one line, with spaces or commas between them: either all are taken or none. "
        "Enter shows the question again. On the board, what has changed since your last answer is underlined.",
    )
    grid = Grid.grid(padding=(0, 2, 0, 0))
    can_undo = session.table.undo_name(seat)
    for name, word in WORDS.items():
        what = f"{word.about}: {can_undo}" if name == "undo" and can_undo else word.about
        grid.add_row(Text(f"  {word.usage or name}", BRASS), Text(what))
    console.print(grid)
    return False


def take_back(session: Session, seat: str, rest: str) -> bool:
    """Take back this seat's last answer; where nothing is hidden, also one that others have answered since."""
    table = session.table
    name = table.undo_name(seat)
    if name is not None:
        table.undo(seat)
        tell(session.console, f"Taken back: {name}.")
        return True
    if table.game.has_secrets:
        table.undo(seat)  # raises, and says why not
    return _take_back_past_others(session, seat)


def _take_back_past_others(session: Session, seat: str) -> bool:
    """With open cards, people at one keyboard may take back each other's answers, and bots give theirs up."""
    table = session.table
    undone: list[tuple[str, str]] = []
    while not undone or undone[-1][0] not in session.persons:
        last = next(((s.id, name) for s in table.seats if (name := table.undo_name(s.id)) is not None), None)
        if last is None:
            for other, _ in reversed(undone):
                table.redo(other)
            table.undo(seat)  # raises, and says why not
            return True
        table.undo(last[0])
        undone.append(last)
    after = ", and what was answered after it" if len(undone) > 1 else ""
    tell(session.console, f"Taken back: {undone[-1][1]}{after}.")
    return True


def give_again(session: Session, seat: str, rest: str) -> bool:
    """Give again what was taken back, together with the bots' answers that followed it."""
    table = session.table
    table.redo(seat)
    while (ask := table.ask) is not None and ask.seat in session.bots and table.redo_name(ask.seat):
        table.redo(ask.seat)
    return True


def show_log(session: Session, seat: str, rest: str) -> bool:
    log = session.table.log(seat)
    if rest in ("", "all") or rest.isdecimal():
        count = len(log) if rest == "all" else int(rest or LINES)
        with paged(session.console):
            draw_log(session.console, log[max(0, len(log) - count) :], session.table.seats, turns=True)
        if not log:
            tell(session.console, "Nothing has happened yet.")
        return False
    raise NotUnderstood(f"log {rest!r}? Type log, log 20 or log all.")


def show_board(session: Session, seat: str, rest: str) -> bool:
    session.show_board(seat)
    return False


def show_preview(session: Session, seat: str, rest: str) -> bool:
    """Show the consequences of an answer, and its odds where chance follows."""
    if not rest:
        raise NotUnderstood("Preview which answer? Type ? and its number, as in: ?1")
    key = find(rest, session.shown)
    label = next(row.label for row in session.shown.rows if row.key == key)
    found = draw_preview(session.console, session.table, key, label)
    if found.follows == "chance":
        odds = _odds_or_why_not(session, key)
        if not isinstance(odds, str) and not is_without_dice(odds):
            _tell_odds(session, ["  The chances"], odds, at_most=6)
    return False


def say_why(session: Session, seat: str, rest: str) -> bool:
    """Why something is not among the answers."""
    question = session.table.ask
    assert question is not None
    wanted = rest.casefold()
    reasons = reasons_of(session.table, question)
    found = [it for it in reasons if it.label.casefold().startswith(wanted)]
    found = found or [it for it in reasons if wanted in it.label.casefold()]
    if rest and not found:
        try:
            key = find(rest, session.shown)
        except NotUnderstood:
            raise NotUnderstood(f"No reason is known for {rest!r}.") from None
        raise NotUnderstood(f"It is among the answers: {key}.")
    if not found:
        tell(session.console, "Nothing is left out for a reason that is known.")
    with paged(session.console):
        draw_reasons(session.console, found)
    return False


def show_odds(session: Session, seat: str, rest: str) -> bool:
    session.fractions = rest.endswith(FRACTIONS)
    rest = rest.removesuffix(FRACTIONS).strip()
    if not rest:
        raise NotUnderstood("Odds of which answer? Type odds and its number, as in: odds 1; or odds all.")
    if rest.casefold() == "all":
        return _show_all_odds(session)
    key = find(rest, session.shown)
    label = next(row.label for row in session.shown.rows if row.key == key)
    _tell_odds(session, [label], _odds_or_why_not(session, key))
    return False


def _show_all_odds(session: Session) -> bool:
    """The chances of every answer; answers with the same chances are told together, those without dice at the end."""
    console = session.console
    same: list[tuple[list[str], Odds | str]] = []
    try:
        with working_out(console):
            for row in session.shown.rows:
                odds = _odds_or_why_not(session, row.key)
                like = next((labels for labels, others in same if others == odds), None)
                if like is None:
                    same.append(([row.label], odds))
                else:
                    like.append(row.label)
    except KeyboardInterrupt:
        tell(console, "Stopped. These are the odds worked out so far:")
    thrown = [(labels, odds) for labels, odds in same if isinstance(odds, str) or not is_without_dice(odds)]
    with paged(console):
        for labels, odds in thrown:
            _tell_odds(session, labels, odds, at_most=6)
        if not thrown:
            tell(console, "Certain, whatever you answer: nothing is thrown before the next question.")
        elif len(thrown) < len(same):
            tell(console, "The other answers are certain: nothing is thrown before the next question.")
    return False


def _tell_odds(session: Session, labels: Sequence[str], odds: Odds | str, at_most: int = 24) -> None:
    if isinstance(odds, str):
        tell_at_length(session.console, f"{'; '.join(labels)}: {odds}")
    else:
        draw_odds(
            session.console,
            odds,
            "; ".join(labels),
            at_most,
            throws=session.table.game.throws,
            counts=session.table.game.counts,
            fractions=session.fractions,
        )


def _odds_or_why_not(session: Session, key: str) -> Odds | str:
    try:
        return session.table.odds(key)
    except SandtableError as why:
        return str(why)
    except Exception as error:  # the game goes on; the answer itself would be refused and reported
        return f"no odds, because a rule fails there ({type(error).__name__}: {error})."


def give_hint(session: Session, seat: str, rest: str) -> bool:
    """Show what the lesson wants or a bot would do here; a bot sees only what this seat may know."""
    key = None if session.tutor is None or rest else session.tutor.view().hint
    if key is not None:
        label = next((row.label for row in session.shown.rows if row.key == key), key)
        tell(session.console, Text.assemble("You could choose: ", (label, "bold"), (f"  {key}", DIM)))
        return False
    game = session.table.game
    rest = spec_of(rest)
    check_bot_plays(rest, game.key)
    spec = rest or advisor(game)
    bot = make_bot(spec, seed=len(session.table.log(seat)))
    if not rest:
        hasten(bot)
    with session.thinking(seat, bot):
        found = hint_of(bot, Chair(session.table, seat), random.Random(0))
    keys = " ".join(found.keys)
    says = f"{bot_name(spec, game)} would choose: "
    tell(session.console, Text.assemble(says, (found.label, "bold"), (f"  {keys}", DIM)))
    advice = _advice(session, seat, found.key) if found.is_house else ""
    why = " ".join(filter(None, (told(found), advice)))
    if why:
        tell_at_length(session.console, f"  {why}")
    return False


def _advice(session: Session, seat: str, key: str) -> str:
    """The game's own reason for an answer, from what this seat may know; empty if it has none."""
    table = session.table
    with suppress(Exception):  # a mistake in the reason must not cost the hint
        world = Chair(table, seat).imagine(random.Random(0)) if table.game.has_secrets else table
        question = world.ask
        line = None if question is None else table.game.advice(world.run, question.resolve(key)[1])
        return "" if line is None else line.words(world.kinds)
    return ""


def advisor(game: Game[Any]) -> str:
    """Which bot gives hints: the Captain where it was measured, then the tactics of the game, otherwise the search bot."""
    if any(each.spec == HINTS for each in offers(game)):
        return HINTS
    return VETERAN if has_tactics(game) else "search:300"


def keep_copy(session: Session, seat: str, rest: str) -> bool:
    if not rest:
        raise NotUnderstood("Save where? Type save and the name of a file.")
    path = Path(rest).expanduser()
    try:
        with open(path, "xb") as file:
            file.write(session.table.save())
    except FileExistsError:
        raise NotUnderstood(f"{path} exists already; choose another name.") from None
    except OSError as error:
        raise NotUnderstood(f"{path} cannot be written: {error.strerror}.") from None
    tell(session.console, f"A copy is in {path}. Like the journal, it holds the seed and every secret.")
    return False


def give_orders(session: Session, seat: str, rest: str) -> bool:
    """List, leave or withdraw standing orders."""
    table, words = session.table, rest.split()
    if not words:
        return _list_orders(session, seat)
    if words[0] == "withdraw":
        table.withdraw_standing_orders(seat)
        tell(session.console, "Your standing orders are withdrawn.")
        return False
    if words[0] != "pass":
        raise NotUnderstood(f"orders {words[0]!r}? Type orders, orders pass or orders withdraw.")
    window, until = _read_order(" ".join(words[1:]))
    ask = table.ask
    table.add_standing_order(seat, window, until)
    if not table.standing_orders(seat) and table.ask is ask:
        raise NotUnderstood("It is your turn now, so that order has ended already.")
    what = "everything optional" if window == StandingOrder.ANY else f"every {window!r}"
    tell(session.console, f"You pass {what} until {_end_of(until)}.")
    return table.ask is not ask


def _read_order(text: str) -> tuple[str, str]:
    """Window and end of a standing order: "parry until this turn", "until withdrawn", or nothing."""
    until = next((end for end in StandingOrder.UNTIL if text.endswith(end)), None)
    window = text if until is None else text.removesuffix(until).strip().removesuffix("until").strip()
    return window or StandingOrder.ANY, until or StandingOrder.UNTIL[0]


def _end_of(until: str) -> str:
    return {"my turn": "your turn", "this turn": "the end of this turn", "withdrawn": "you withdraw it"}[
        until
    ]


def _list_orders(session: Session, seat: str) -> bool:
    orders = session.table.standing_orders(seat)
    for order in orders:
        what = "everything optional" if order.window == StandingOrder.ANY else f"every {order.window!r}"
        tell(session.console, f"  You pass {what} until {_end_of(order.until)}.")
    if not orders:
        tell(session.console, "You have left no standing orders.")
    question = session.table.ask
    if question is not None and question.window:
        tell(session.console, f"This question is of the kind {question.window!r}.", DIM)
    tell_at_length(
        session.console,
        "orders pass [KIND] [until my turn | until this turn | until withdrawn] declines for you; orders withdraw ends it.",
        DIM,
    )
    return False


def show_rules(session: Session, seat: str, rest: str) -> bool:
    """The rules in short; with a number or words, that part of the whole rules."""
    game, question = session.table.game, session.table.ask
    if rest:
        draw_rules(session.console, game, "" if rest.casefold() == "contents" else rest)
    else:
        draw_short_rules(session.console, game, question.rule if question is not None else "")
    return False


def leave(session: Session, seat: str, rest: str) -> bool:
    raise Quit


class Command:
    """A word of command: what it does, how it is typed, and one line about it."""

    def __init__(
        self, do: Callable[[Session, str, str], bool], about: str, usage: str = "", *, takes: bool = False
    ) -> None:
        self.do, self.about, self.usage, self.takes = do, about, usage, takes


WORDS = {
    "?": Command(say_help, "this help"),
    "rules": Command(
        show_rules,
        "the rules in short, one section of them, or what they say about a word",
        "rules [16.6 | WORDS]",
        takes=True,
    ),
    "undo": Command(take_back, "take your last answer back", "undo, u"),
    "redo": Command(give_again, "give it again"),
    "board": Command(show_board, "show the board", "board, b"),
    "log": Command(show_log, "what has happened (the last lines, the last n, or all)", "log [n]", takes=True),
    "preview": Command(show_preview, "what an answer would lead to", "?N", takes=True),
    "why": Command(say_why, "why something is not among the answers", "why [THING]", takes=True),
    "odds": Command(
        show_odds,
        "the chances of an answer, or of all of them; as fractions if you add that word",
        "odds N, odds all",
        takes=True,
    ),
    "hint": Command(give_hint, "what a bot would answer", "hint [BOT]", takes=True),
    "orders": Command(
        give_orders, "decline optional questions without being asked", "orders [...]", takes=True
    ),
    "save": Command(keep_copy, "write a copy of the journal", "save FILE", takes=True),
    "quit": Command(leave, "leave; the game is kept", "quit, q"),
}
SHORT = {"help": "?", "h": "?", "rule": "rules", "u": "undo", "b": "board", "q": "quit", "exit": "quit"}
