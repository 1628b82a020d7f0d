"""The compiled build: the sources are rewritten line for line, and both builds play the same games and keep the same states.

What the rewriting does is tested without a compiler: rewritten modules run in plain Python, too. A compiled build is tested if
there is one of these sources; `make compiled` makes it.
"""

from __future__ import annotations

import ast
import json
import shutil
import subprocess
import sys
import types
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec
import pytest

from benchmarks.compiled import ROOT, built, played, run_with
from benchmarks.texts import texts
from compiling.build import CannotCompile, build
from compiling.classes import CONFIGURED, STAYING, refuse_cached_properties, write_classes
from compiling.modules import EXAMPLES, compiled_modules
from compiling.rewriting import rewritten, write_tree
from compiling.source import Source, ask_for_types
from sandtable.engine.compiled import marks
from sandtable.engine.compiled.record import Single
from sandtable.games import BUILT_IN

NAMES = [*compiled_modules(ROOT / "src/sandtable"), *EXAMPLES]
#: What a state is and can do, in a Python of its own: printed by both builds.
PROBE = Path(__file__).with_name("probe_states.py")


def _module(name: str) -> str:
    return ".".join(Path(name).with_suffix("").parts)


def _text(name: str) -> str:
    return (ROOT / ("" if name in EXAMPLES else "src") / name).read_text(encoding="utf-8")


def _functions(text: str) -> dict[int, str]:
    """Every function by its line; those that hold no rule are written anew."""
    written = ("__init__", "__post_init__", "copy")
    found = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef)]
    return {node.lineno: node.name for node in found if node.name not in written}


def test_every_function_stays_on_its_line() -> None:
    """An error of a compiled rule names the line that the sources have."""
    for name in NAMES:
        text = _text(name)
        assert _functions(rewritten(text, _module(name))) == _functions(text), name


def test_a_state_is_written_out() -> None:
    made = rewritten(_text("sandtable/engine/secrets/hidden.py"), "sandtable.engine.secrets.hidden")
    assert "class Hidden(CompiledState):" in made
    assert (
        "domain: tuple[int, ...]; values: list[int | None]; known: list[int]; writes: list[int]; lessons: int"
        in made
    )
    assert (
        "def __init__(self, domain: tuple[int, ...], values: list[int | None], known: list[int], "
        "writes: list[int], lessons: int = 0) -> None:" in made
    )
    assert (
        "return Hidden(self.domain, self.values.copy(), self.known.copy(), self.writes.copy(), self.lessons)"
        in made
    )


def test_a_compiled_state_lends_what_a_plain_one_does() -> None:
    """Copies share long lists, and both sides know that they do."""
    made = rewritten(_text("sandtable/engine/secrets/cards.py"), "sandtable.engine.secrets.cards")
    assert "if is_lent is None: self.keep()" in made
    assert (
        "def copy(self) -> Cards: self.is_lent = True; return Cards(self.zones.copy(), self.known, self.where, self.seats, "
        "self.backs, self.mixed, self.lost, self.mixings, self.lessons, True)" in made
    )


def test_a_state_keeps_its_type_parameter() -> None:
    name = "sandtable.games.free_mars.common.state"
    made = rewritten(_text("sandtable/games/free_mars/common/state.py"), name)
    assert "class TheatreOf(CompiledState, Generic[B]):" in made


def test_a_value_is_written_out_and_a_struct_of_files_is_not() -> None:
    """A frozen struct that rules make many of becomes a class of mypyc's; one that is an array in JSON stays what it is."""
    name = "sandtable.games.mars_or_die.rules.geometry.formation"
    made = rewritten(_text("sandtable/games/mars_or_die/rules/geometry/formation.py"), name)
    assert "@mypyc_attr(acyclic=True)\nclass Stand(Value):" in made
    assert "def __init__(self, slot: int, centre: Point, corners: Polygon) -> None:" in made
    assert "class Pose(FrozenArray, frozen=True, array_like=True, gc=False):" in made


def test_a_struct_is_told_the_types_of_its_fields_in_full() -> None:
    """mypyc would tell msgspec of a tuple, and not of what is in it: a saved state with words for numbers would be read."""
    name = "sandtable.games.free_mars.common.state"
    made = rewritten(_text("sandtable/games/free_mars/common/state.py"), name)
    assert (
        "annotate(Fought, {'mission': 'int', 'won': 'bool', 'why': 'str', 'ops': 'int', 'lost': 'tuple[int, ...]',"
        in made
    )


def test_keywords_that_mypyc_drops_are_inherited() -> None:
    for keywords, base in CONFIGURED.items():
        config = types.new_class(base, (getattr(marks, base),)).__struct_config__  # type: ignore[attr-defined]
        found = {
            name: getattr(config, name) for name in ("frozen", "order", "array_like", "gc", "omit_defaults")
        }
        wanted = {"frozen": False, "order": False, "array_like": False, "gc": True, "omit_defaults": False}
        assert found == wanted | {it.split("=")[0]: it.endswith("True") for it in keywords.split(", ")}


def test_what_mypyc_gets_wrong_is_refused() -> None:
    """Other keywords of a frozen struct would be lost, and a cached property that is called gives the wrong value back."""
    module = types.ModuleType("refused")

    class Named(msgspec.Struct, frozen=True, rename="upper"):
        it: int

    module.Named = Named  # type: ignore[attr-defined]
    text = 'class Named(msgspec.Struct, frozen=True, rename="upper"):\n    """A struct."""\n    it: int\n'
    with pytest.raises(ValueError, match="Named: mypyc drops frozen=True, rename='upper'"):
        write_classes(Source(text, module))
    text = "class Course:\n    @cached_property\n    def way(self) -> int:\n        return 1\n"
    with pytest.raises(ValueError, match="way: mypyc mistakes a cached_property"):
        refuse_cached_properties(Source(text, module))


def test_an_option_equals_only_itself() -> None:
    """Options are structs without equality; two that say the same are two."""
    made = rewritten(_text("sandtable/engine/question.py"), "sandtable.engine.question")
    assert "@mypyc_attr(acyclic=True)\nclass Option(Single):" in made
    assert Single() != Single()
    assert len({(one := Single()), one, Single()}) == 2


def test_a_struct_that_plain_modules_encode_stays_a_struct() -> None:
    made = rewritten(_text("sandtable/engine/log.py"), "sandtable.engine.log")
    assert "class LogEntry(Untracked, gc=False):" in made
    assert "class LogLine(FrozenSparse, frozen=True, omit_defaults=True):" in made
    made = rewritten(_text("sandtable/games/red_dust/show/view.py"), "sandtable.games.red_dust.show.view")
    assert "class View(msgspec.Struct):" in made
    assert "annotate(View, {'pack': 'str', 'pieces': 'list[int]'," in made


def test_structs_that_stay_structs_are_there() -> None:
    """A name that no class has would let the struct be rewritten."""
    for name in STAYING:
        module, _, cls = name.rpartition(".")
        assert issubclass(getattr(import_module(module), cls), msgspec.Struct), name


def test_a_class_is_asked_for_in_the_way_that_is_compiled() -> None:
    text = 'def f(one, two):\n    return "é", one.__class__ is two.__class__, one.two.__class__\n'
    source = Source(text, types.ModuleType("asked"))
    ask_for_types(source)
    assert source.lines[1] == '    return "é", type(one) is type(two), one.two.__class__'


def test_constants_are_told_to_be_constant() -> None:
    made = rewritten(_text("sandtable/games/red_dust/state.py"), "sandtable.games.red_dust.state")
    assert "NO_STORM: Final = 0; APPROACHING: Final = 1; RAGING: Final = 2" in made
    assert "LOW_SPACES: Final = tuple(" in made


@pytest.fixture(scope="session")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All modules rewritten, and not compiled."""
    folder = tmp_path_factory.mktemp("rewritten")
    write_tree(ROOT / "src", folder / "src", NAMES)
    shutil.copytree(
        ROOT / "compiling", folder / "src" / "compiling", ignore=shutil.ignore_patterns("__pycache__")
    )
    return folder


def _probed(folder: Path) -> dict[str, Any]:
    shutil.copy(PROBE, folder / PROBE.name)
    probed: dict[str, Any] = run_with(folder, "probe_states")
    return probed


def test_rewritten_modules_play_the_same_games(tree: Path) -> None:
    assert run_with(tree, "benchmarks.compiled", "--play", "2") == {key: played(key, 2) for key in BUILT_IN}


def test_rewritten_modules_say_the_same(tree: Path) -> None:
    said = run_with(tree, "benchmarks.texts", *BUILT_IN)["said"]
    assert said == json.loads(json.dumps({key: texts(key) for key in BUILT_IN}))


def test_rewritten_states_do_what_structs_do(tree: Path, tmp_path: Path) -> None:
    """They are equal, shown, copied, pickled, saved and refused alike."""
    from . import probe_states

    plain = json.loads(json.dumps(probe_states.probed()))
    here = _probed(tree)
    assert (plain.pop("is_struct"), here.pop("is_struct")) == (True, False)
    assert here == plain


def test_a_compiled_build_does_what_plain_python_does() -> None:
    folder = built()
    if folder is None:
        pytest.skip("There is no compiled build of these sources; `make compiled` makes one.")
    assert run_with(folder, "benchmarks.compiled", "--play", "10") == {
        key: played(key, 10) for key in BUILT_IN
    }
    words = [run_with(it, "benchmarks.texts", *BUILT_IN)["said"] for it in (ROOT, folder)]
    assert words[0] == words[1]


def test_without_a_compiler_the_build_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(CannotCompile, match="there is no C compiler"):
        build(tmp_path, NAMES)
    assert not list(tmp_path.iterdir())


WITHOUT_SOURCES = """
import runpy, sys
sys.path[:] = [folder for folder in sys.path if not folder.endswith("src")]
import compiling.build
compiling.build.compile_here = lambda names, level: print(*names)
runpy.run_module("compiling", run_name="__main__")
"""


def test_a_build_finds_the_sources_where_pip_has_taken_them_out_of_the_path(tmp_path: Path) -> None:
    """Where pip builds, folders of editable installs are not in the path, whatever PYTHONPATH says."""
    name = "sandtable/engine/choice.py"
    command = [sys.executable, "-c", WITHOUT_SOURCES, str(tmp_path / "copy"), "0", name]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.stdout.strip() == name, done.stderr
    assert (tmp_path / "copy" / name).is_file()


def test_all_modules_that_are_compiled_are_there() -> None:
    for name in NAMES:
        assert import_module(_module(name)).__file__ == str(ROOT / ("" if name in EXAMPLES else "src") / name)
