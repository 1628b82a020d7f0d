"""No program reads the words of a question, takes a key apart or makes one up, or glues a thing's kind and id together.

Rules, bots, pages and reports know a question by its topic, `about` and `facts`, and an option by its things, its word and its
data. Two places stand apart: `cli/` matches what a person has typed, and the engine makes the keys.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src/sandtable"
GAMES = sorted((SOURCE / "games").rglob("*.py"))
PROGRAMS = sorted(
    path for room in ("games", "bots", "lab", "server") for path in (SOURCE / room).rglob("*.py")
)
CLIENT = sorted(path for path in (ROOT / "web/src").rglob("*") if path.suffix in (".ts", ".svelte"))

# Python ---------------------------------------------------------------------------------------------

#: What a question and an option are called where code has one at hand.
QUESTIONS = {"ask", "question", "q", "spec", "following"}
OPTIONS = {"option", "opt", "o", "choice", "chosen", "answer"}
#: What searches a text or takes it apart.
SEARCHES = {
    *("split", "rsplit", "partition", "rpartition", "startswith", "endswith", "removeprefix", "removesuffix"),
    *("find", "rfind", "index", "rindex", "replace", "count", "match", "search", "fullmatch", "findall"),
}


def _owner(node: ast.Attribute) -> str:
    """What the attribute is read from: `ask` for `run.ask.prompt`."""
    value = node.value
    return value.attr if isinstance(value, ast.Attribute) else getattr(value, "id", "")


def _is_words(node: ast.AST) -> bool:
    """The prompt of a question, or its label or an option's."""
    return (
        isinstance(node, ast.Attribute)
        and node.attr in ("prompt", "label")
        and _owner(node) in QUESTIONS | OPTIONS
    )


def _is_key(node: ast.AST) -> bool:
    """A key: `option.key`, or something that is called one."""
    return (isinstance(node, ast.Attribute) and node.attr == "key" and _owner(node) in OPTIONS) or (
        isinstance(node, ast.Name) and node.id == "key"
    )


def words_read(code: str) -> Iterator[str]:
    """Where code reads the words of a question."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Attribute) and node.attr in ("prompt", "label") and _owner(node) in QUESTIONS:
            yield f"line {node.lineno}: {_owner(node)}.{node.attr}"


def words_searched(code: str) -> Iterator[str]:
    """Where code compares or searches prompts and labels."""
    for node in ast.walk(ast.parse(code)):
        read: list[ast.expr] = []
        if isinstance(node, ast.Compare):
            read = [node.left, *node.comparators]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            read = [node.func.value, *node.args] if node.func.attr in SEARCHES else []
        elif isinstance(node, ast.Subscript):
            read = [node.value, *(node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice])]
        elif isinstance(node, ast.Match):
            read = [node.subject]
        elif isinstance(node, ast.BoolOp):  # topic or prompt: then the prompt stands for a topic
            read = node.values
        elif isinstance(node, ast.Tuple):  # what a position or a report is known by
            read = [one for one in node.elts if getattr(one, "attr", "") == "prompt"]
        words = next(filter(_is_words, read), None)
        if words is not None:
            yield f"line {words.lineno}: {ast.unparse(node)}"


def keys_cut(code: str) -> Iterator[str]:
    """Where code takes a key apart, knows one by heart or makes one up."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            found = _is_key(node.func.value) and node.func.attr in SEARCHES
        elif isinstance(node, ast.Subscript):
            found = _is_key(node.value)
        elif isinstance(node, ast.Compare):
            both = [node.left, *node.comparators]
            found = any(_is_key(one) and isinstance(one, ast.Attribute) for one in both) and any(
                isinstance(one, (ast.Constant, ast.JoinedStr)) for one in both
            )
        elif isinstance(node, ast.JoinedStr):
            found = _is_glued(node)
        else:
            continue
        if found:
            yield f"line {node.lineno}: {ast.unparse(node)}"


#: The first parts of names that are no keys: who sits in a seat.
NO_TOPICS = {"bot:"}


def _is_glued(node: ast.JoinedStr) -> bool:
    """f"move:{sector}" or f"{topic}:{id}", with nothing else in it."""
    match node.values:
        case [ast.Constant(value=str(topic)), ast.FormattedValue()]:
            return re.fullmatch(r"[a-z_]+:", topic) is not None and topic not in NO_TOPICS
        case [ast.FormattedValue(), ast.Constant(value=":"), ast.FormattedValue()]:
            return True
    return False


@pytest.mark.parametrize(
    ("check", "code", "found"),
    [
        (words_read, "if q.prompt == GO: pass", 1),
        (words_read, "run.ask.label", 1),
        (words_read, "seat.label, ask.topic, effect.prompt", 0),
        (words_searched, "if ask.prompt == 'March where?': pass", 1),
        (words_searched, "'half' in table.ask.prompt", 1),
        (words_searched, "option.label.startswith('Rally')", 1),
        (words_searched, "re.search('stand', question.prompt)", 1),
        (words_searched, "nodes[q.seat, q.prompt]", 2),
        (words_searched, "key = (ask.seat, ask.prompt)", 1),
        (words_searched, "count(ask.topic or ask.prompt)", 1),
        (words_searched, "seat.label == other, option.label, print(ask.prompt), ask.topic == 'march'", 0),
        (keys_cut, "option.key.partition(':')", 1),
        (keys_cut, "key.removeprefix('march:')", 1),
        (keys_cut, "option.key[6:]", 1),
        (keys_cut, "option.key == 'done'", 1),
        (keys_cut, "chair.choose(f'move:{sector}')", 1),
        (keys_cut, "key = f'{topic}:{thing}'", 1),
        (keys_cut, "option.key == key, keys[key], f'bot:{spec}', f'{a}: {b}', spec.partition(':')", 0),
    ],
)
def test_reading_the_words_of_a_question_is_noticed(
    check: Callable[[str], Iterator[str]], code: str, found: int
) -> None:
    """The check itself: it finds what it forbids, and nothing else."""
    assert len(list(check(code))) == found


def found_in(paths: list[Path], check: Callable[[str], Iterator[str]]) -> dict[str, list[str]]:
    found = {str(path.relative_to(ROOT)): list(check(path.read_text(encoding="utf-8"))) for path in paths}
    return {path: lines for path, lines in found.items() if lines}


def test_no_game_reads_the_words_of_a_question() -> None:
    assert len(GAMES) > 150
    assert found_in(GAMES, words_read) == {}


def test_no_program_searches_the_words_of_a_question() -> None:
    assert len(PROGRAMS) > 200
    assert found_in(PROGRAMS, words_searched) == {}


#: Where a game says what the answers of stored games mean today: all that is left of their questions is the keys.
STORED_GAMES = {
    "src/sandtable/games/free_mars/surface/rules/stored_games.py",
    "src/sandtable/games/mars_or_die/rules/earlier.py",
    "src/sandtable/games/red_dust/rules/stored_games.py",
    "src/sandtable/games/rogue_trooper/game.py",
}


def test_no_program_takes_keys_apart_or_makes_them_up() -> None:
    found = found_in(PROGRAMS, keys_cut)
    assert {path: lines for path, lines in found.items() if path not in STORED_GAMES} == {}
    assert found.keys() >= STORED_GAMES, "only where it is needed"


# The client -----------------------------------------------------------------------------------------

#: Methods that search a text or take it apart.
CUTS = r"(?:match|matchAll|search|includes|startsWith|endsWith|indexOf|lastIndexOf|split|slice|substring|replace|replaceAll)"
#: On the way to it: `.trim()`, `.toLowerCase()`, `!`, `?`.
BETWEEN = r"(?:\.(?:trim|toLowerCase|toUpperCase)\(\)|[!?])*"
#: A name, however it is reached: given.question?.options[0]!.label
PATH = r"[\w.!?\[\]]*"

FORBIDDEN = {
    "prompts or labels are searched": rf"\b(?:prompt|label){BETWEEN}\.{CUTS}\(",
    "prompts or labels are compared": rf"\.(?:prompt|label)\b{BETWEEN}\s*[!=]==|[!=]==\s*{PATH}\.(?:prompt|label)\b",
    "cards are known by their titles": r"\b(?:card|mission|one)\.title\s*[!=]==",
    "a pattern is tried on prompts, labels or keys": r"\.(?:test|exec)\([^()]*\.(?:prompt|label|key)\b",
    "keys are taken apart": rf"(?<!event)\.key{BETWEEN}\.{CUTS}\(|\bkeys?\.(?:split|slice|substring|replace|startsWith|endsWith)\(",
    "a key is known by heart": r"\b(?:option|word|it|one|choice)\.key\s*[!=]==\s*[\"'`]",
    "a key is made up, or a thing is glued": r"`[a-z_]+:\$\{[^`{}]*\}`|\$\{[^`{}]*\}:\$\{[^`{}]*\.id\}|=\"[a-z_]+:\{[^{}\"]*\}\"",
    "kind and id are glued": r"\$\{[\w.]*kind\}:",
    "a thing is cut": r"(?:indexOf|lastIndexOf|split|startsWith|endsWith)\(\s*[\"'`][a-z_]*:[\"'`]\s*\)",
}
#: A person searches the list of options by what they read; the one name that the page has for a thing.
ALLOWED = {
    "web/src/table/QuestionPanel.svelte": "option.label.toLowerCase().includes(filter.toLowerCase())",
    "web/src/lib/things.ts": "`${kind}:${id}`",
}


def client_violations(code: str) -> Iterator[str]:
    """What the client must not do with words, keys and things; comments and styles aside."""
    code = re.sub(r"<style>.*?</style>", "", code, flags=re.DOTALL)
    code = re.sub(
        r"<!--.*?-->|/\*.*?\*/|(?<!:)//[^\n]*", lambda it: "\n" * it[0].count("\n"), code, flags=re.DOTALL
    )
    for what, pattern in FORBIDDEN.items():
        for hit in re.finditer(pattern, code):
            yield f"line {code.count(chr(10), 0, hit.start()) + 1}: {what}: {hit[0]}"


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("if (/half/.test(question.prompt)) return", 1),
        ('question.prompt.startsWith("Move")', 1),
        ('if (question.prompt === "Move where?") return', 1),
        ("const title = design.label.replace(/^Found /, '')", 1),
        ("card.title === view.card || view.at === point.label", 2),
        (r"/^\d+$/.test(option.label.trim())", 1),
        ("Number(option.key.slice(6))", 1),
        ("key.split(':')[1]", 2),
        ('option.key === "done"', 1),
        ("const keys = [`distance:${far}`]", 1),
        ("lit.has(`${thing.kind}:${thing.id}`)", 2),
        ("given.lit.has(`cell:${cell.id}`)", 1),
        ('<Thing id="cell:{cell.id}" />', 1),
        ('thing.slice(thing.indexOf(":") + 1)', 1),
        ('id.startsWith("space:")', 1),
        ("// the label.split(' ') of old\n<!-- option.key.slice(6) -->", 0),
        ('event.key === "Enter" || option.word === "done" || option.key === hint.key', 0),
        ("`${Math.floor(s / 60)}:${String(s % 60)}`; `${seat.label}: ${seat.who}`; `left:${left}px`", 0),
        ("lit.of('cell').has(cell.id); choose(option.key); question.topic === 'move'", 0),
    ],
)
def test_what_the_client_must_not_do_is_noticed(code: str, found: int) -> None:
    """The check itself, again."""
    assert len(list(client_violations(code))) == found


def test_the_client_knows_questions_and_things_as_data() -> None:
    assert len(CLIENT) > 100
    found = {}
    for path in CLIENT:
        name = str(path.relative_to(ROOT))
        code = path.read_text(encoding="utf-8")
        if name in ALLOWED:
            assert code.count(ALLOWED[name]) == 1, f"{name} no longer needs to be allowed anything"
            code = code.replace(ALLOWED[name], "")
        if lines := list(client_violations(code)):
            found[name] = lines
    assert found == {}
