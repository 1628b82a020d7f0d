"""What the tests need of the documentation: the code and the examples that stand on a page."""

from __future__ import annotations

import doctest
import re
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

DOCS = Path(__file__).parents[2] / "docs"
FIRST_GAME = DOCS / "tinker" / "first-game.md"
WHOLE_FILE = "<!-- the whole file"


def text_of(page: str) -> str:
    """A page of the documentation, by its path inside docs/."""
    return (DOCS / page).read_text(encoding="utf-8")


def blocks(text: str, language: str) -> list[str]:
    """The fenced blocks of one language, in order."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, flags=re.MULTILINE | re.DOTALL)


def first_game() -> str:
    """The whole game file that "Your first game" shows."""
    return blocks(FIRST_GAME.read_text(encoding="utf-8").partition(WHOLE_FILE)[2], "python")[0]


def module_of(code: str, name: str) -> ModuleType:
    """Code from a page as a module, as if its reader had saved it."""
    module = ModuleType(name)
    exec(compile(code, f"{name}.py", "exec", dont_inherit=True), module.__dict__)
    return module


def install_first_game() -> None:
    """Make the game of "Your first game" importable."""
    sys.modules.setdefault("derelict", module_of(first_game(), "derelict"))


def played_examples(page: str) -> dict[str, Any]:
    """What the examples of a page leave behind: its functions, classes and values."""
    text = re.sub(r"^[ \t]*```.*$", "", text_of(page), flags=re.MULTILINE)
    examples = doctest.DocTestParser().get_doctest(text, {"__name__": "__main__"}, page, page, 0)
    doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS).run(
        examples, out=lambda _: None, clear_globs=False
    )
    return examples.globs


def files_on(page: str) -> dict[str, str]:
    """The files that a page asks its reader to save, by name."""
    found = re.findall(
        r"^<!-- file: (\w+)\.py -->\n\n```python\n(.*?)^```$", text_of(page), re.MULTILINE | re.DOTALL
    )
    return dict(found)


def install_files(page: str) -> None:
    """Make the files of a page importable."""
    for name, code in files_on(page).items():
        sys.modules.setdefault(name, module_of(code, name))


def drawn_games() -> dict[str, str]:
    """The files of "A board for your game" and those they build on, by name."""
    return {
        "derelict": first_game(),
        **files_on("tinker/secrets-and-bots.md"),
        **files_on("tinker/board.md"),
    }
