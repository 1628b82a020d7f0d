"""The engine: questions, chance, secrets, tables, journals. It knows no game.

A game imports what it needs from here; everything a rule can yield and everything a game must give is listed below.
"""

from .asking import Topic, amount, inflict, offer, part_of, pick, pick_each, put_in_order, yes_no
from .chair import Chair
from .chance import (
    Chance,
    Draw,
    Opposed,
    RandomSource,
    Reading,
    Roll,
    Script,
    SeedStream,
    Shuffle,
    Source,
    at_least,
    best,
    faces,
    higher,
    seed_bytes,
    seed_hash,
    tally,
    total,
)
from .errors import (
    CannotImagine,
    CannotUndo,
    CannotWalk,
    Diverged,
    IllegalChoice,
    JournalError,
    NotFound,
    PackError,
    RuleError,
    RuleFailed,
    SandtableError,
    ScriptEnded,
)
from .game import Game, Options, Outcome, Over, Scenario, Seat, SetUp
from .imagine import Imagination, imagine
from .log import LogLine
from .naming import ACCEPT, CHANGE, DONE, PASS, REFUSE, Kinds, Names, Of, Thing, Word
from .packs.mistakes import guess, unknown
from .packs.pack import Manifest, Pack, PackProblems, find_pack, game_of, read_manifest, read_pack
from .question import HiddenQuestion, Option, OptionView, Question, QuestionView, topic_of
from .run import Run, playout
from .saving.format import Answered, AnyLine, Header, Moment, PackStamp, Published, Thrown
from .saving.header import decode_options, make_header, pack_stamp
from .saving.journal_file import JournalFile
from .saving.replay import dice_that_differ, open_journal, played_again
from .secrets.cards import EVERYBODY, Cards
from .secrets.held import card_piles
from .secrets.hidden import Hidden
from .standing_orders import StandingOrder
from .state import State
from .steps import UNSEAL, Ask, Note, Rule, Steps, Unseal, say
from .table import Table
from .walker import Odds, Policy, first, walk

__all__ = [
    "ACCEPT",
    "CHANGE",
    "DONE",
    "EVERYBODY",
    "PASS",
    "REFUSE",
    "UNSEAL",
    "Answered",
    "AnyLine",
    "Ask",
    "CannotImagine",
    "CannotUndo",
    "CannotWalk",
    "Cards",
    "Chair",
    "Chance",
    "Diverged",
    "Draw",
    "Game",
    "Header",
    "Hidden",
    "HiddenQuestion",
    "IllegalChoice",
    "Imagination",
    "JournalError",
    "JournalFile",
    "Kinds",
    "LogLine",
    "Manifest",
    "Moment",
    "Names",
    "NotFound",
    "Note",
    "Odds",
    "Of",
    "Opposed",
    "Option",
    "OptionView",
    "Options",
    "Outcome",
    "Over",
    "Pack",
    "PackError",
    "PackProblems",
    "PackStamp",
    "Policy",
    "Published",
    "Question",
    "QuestionView",
    "RandomSource",
    "Reading",
    "Roll",
    "Rule",
    "RuleError",
    "RuleFailed",
    "Run",
    "SandtableError",
    "Scenario",
    "Script",
    "ScriptEnded",
    "Seat",
    "SeedStream",
    "SetUp",
    "Shuffle",
    "Source",
    "StandingOrder",
    "State",
    "Steps",
    "Table",
    "Thing",
    "Thrown",
    "Topic",
    "Unseal",
    "Word",
    "amount",
    "at_least",
    "best",
    "card_piles",
    "decode_options",
    "dice_that_differ",
    "faces",
    "find_pack",
    "first",
    "game_of",
    "guess",
    "higher",
    "imagine",
    "inflict",
    "make_header",
    "offer",
    "open_journal",
    "pack_stamp",
    "part_of",
    "pick",
    "pick_each",
    "played_again",
    "playout",
    "put_in_order",
    "read_manifest",
    "read_pack",
    "say",
    "seed_bytes",
    "seed_hash",
    "tally",
    "topic_of",
    "total",
    "unknown",
    "walk",
    "yes_no",
]
