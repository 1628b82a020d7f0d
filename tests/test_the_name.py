"""The name to install by is `sandtable-wargames`: `sandtable` on the package index is somebody else's program.

Docs: docs/decisions/the-name.md.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from email import message_from_string
from pathlib import Path

import pytest

import sandtable
from sandtable_wargames import other_version

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
NAME = "sandtable-wargames"
WHEEL = f"sandtable_wargames-{sandtable.__version__}-py3-none-any.whl"

#: Folders whose files are made or fetched, and are not in the repository.
NOT_OURS = {"__pycache__", "_build", "build", "dist", "node_modules", "static"}
#: These explain the other program, or name wrong lines to find.
EXPLAINS = {"docs/decisions/the-name.md", "tests/test_the_name.py"}

#: A requirement of the other program, as pip reads it: with extras, with a version, or bare behind `pip install`.
WRONG = (
    re.compile(r"(?<![\w-])sandtable\s*\["),
    re.compile(r"(?<![\w./-])sandtable\s*(==|>=|~=|<=|!=)\s*\d"),
    re.compile(
        r"\b(?:pip3?|pipx|uv(?: pip| tool)?) (?:install|add|wheel|download)\b[^\n;&|`]*?(?<![\w./-])sandtable(?![\w/.-])"
    ),
    re.compile(r"(?<![\w-])sandtable-\d[\w.]*(?:-[\w.]+-[\w.]+-\w+\.whl|\.tar\.gz|\.dist-info)"),
)
#: A command that installs, up to the end of the command.
INSTALL = re.compile(r"\bpip install\b(?P<rest>[^\n;&|`]*)")


def texts() -> Iterator[tuple[str, str]]:
    """Every text file of the repository, by its path."""
    for folder, inner, names in os.walk(ROOT):
        inner[:] = [name for name in inner if name not in NOT_OURS and (name[0] != "." or name == ".ci")]
        for name in names:
            path = Path(folder, name)
            data = path.read_bytes() if not path.is_symlink() else b"\0"
            if b"\0" not in data:
                yield path.relative_to(ROOT).as_posix(), data.decode("utf-8", "replace")


def wrong_lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if any(wrong.search(line) for wrong in WRONG)]


def test_no_file_installs_the_other_program() -> None:
    """Pages, notebooks, compose files, messages, extras and tools name our distribution, or a clone or a wheel of it."""
    found = [
        f"{name}: {line}" for name, text in texts() if name not in EXPLAINS for line in wrong_lines(text)
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    "line",
    [
        "pip install sandtable",
        "$ pip install 'sandtable[lab]'",
        'RUN python -m pip install -U "sandtable" bokeh',
        'train = ["sandtable[learn]", "torch"]',
        "sandtable==0.2.0",
        "uv pip install sandtable",
        "pip install dist/sandtable-0.1.0-py3-none-any.whl",
    ],
)
def test_a_line_that_installs_the_other_program_is_found(line: str) -> None:
    """A guard for the test above: it can fail."""
    assert wrong_lines(line)


@pytest.mark.parametrize(
    "line",
    [
        'pip install ".[server]"',
        'pip install "sandtable-wargames[server]"',
        f'pip install "dist/{WHEEL}[lab]"',
        '/opt/sandtable/bin/pip install ".[server]"',
        "pip install . && sandtable play red-dust",
        "pip uninstall sandtable",
    ],
)
def test_a_line_that_installs_ours_is_left_alone(line: str) -> None:
    assert not wrong_lines(line)


def test_pages_install_from_a_clone_or_a_wheel() -> None:
    """Nothing is on the package index yet, so a page that installs names a clone or a wheel, and the wheel that there is."""
    found = []
    for name, text in texts():
        if not name.startswith("docs/") and name not in ("README.md", "CONTRIBUTING.md"):
            continue
        if name not in EXPLAINS:
            found += [f"{name}: {rest}" for rest in _from_the_index(text)]
        versions = set(re.findall(r"sandtable_wargames-(\d[\w.]*)-", text))
        assert versions <= {sandtable.__version__}, f"{name} names a wheel of {versions}"
    assert not found, "\n".join(found)


def _from_the_index(text: str) -> list[str]:
    """What a first installation would look for on the index: our name behind `pip install`, without a wheel."""
    return [match["rest"] for match in INSTALL.finditer(text) if NAME in match["rest"]]


def test_an_installation_from_the_index_is_found() -> None:
    """A guard for the test above: it can fail."""
    assert _from_the_index('$ pip install "sandtable-wargames[lab]"\n')
    assert not _from_the_index('$ pip install ".[lab]"\n')


# The distribution -------------------------------------------------------------------------------------


def test_the_package_and_the_project_agree() -> None:
    """`sandtable.__distribution__` and `__version__` are what pip calls it."""
    assert (PROJECT["name"], PROJECT["version"]) == (NAME, "0.1.0")
    assert (sandtable.__distribution__, sandtable.__version__) == (NAME, "0.1.0")
    assert "Development Status :: 4 - Beta" in PROJECT["classifiers"]


def test_the_versions_kept_were_worked_out_for_this_name() -> None:
    """constraints.txt says which requirement each package comes from; ours has one name."""
    text = (ROOT / "constraints.txt").read_text(encoding="utf-8")
    assert set(re.findall(r"(\S+) \(pyproject\.toml\)", text)) == {NAME}


def test_a_wheel_has_the_name_its_extras_and_the_command(tmp_path: Path) -> None:
    """What `make wheel` makes: its file name, its metadata, extras that name themselves, and the start of the command."""
    words = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    done = subprocess.run(
        words, cwd=ROOT, env={**os.environ, "SANDTABLE_WEB": "no"}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    (wheel,) = tmp_path.iterdir()
    assert wheel.name == WHEEL
    inside = f"sandtable_wargames-{sandtable.__version__}.dist-info"
    with zipfile.ZipFile(wheel) as file:
        metadata = message_from_string(file.read(f"{inside}/METADATA").decode())
        entry = file.read(f"{inside}/entry_points.txt").decode()
        names = file.namelist()
    assert metadata["Name"] == NAME
    needs = metadata.get_all("Requires-Dist", [])
    # An extra that names other extras of ours is written out by what they need; of another name, it would stay as it is.
    assert not [need for need in needs if need.startswith("sandtable")]
    assert "litestar<3,>=2.25; extra == 'dev'" in needs
    assert "sandtable = sandtable_wargames:main" in entry
    assert {name.partition("/")[0] for name in names} == {"sandtable", "sandtable_wargames.py", inside}


# Beside the other one ---------------------------------------------------------------------------------


def install_other(to: Path, *, files: str | None) -> None:
    """What pip leaves of the other program's metadata; `files` is its list of files."""
    info = to / "sandtable-0.2.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: sandtable\nVersion: 0.2.0\n")
    if files is not None:
        (info / "RECORD").write_text(files)


def version(*path: Path) -> subprocess.CompletedProcess[str]:
    """Start `sandtable --version` as its script does. Python looks in these folders before it looks for what we need."""
    needs = [folder for folder in sys.path if folder and not Path(folder, "sandtable").is_dir()]
    code = "import sys; from sandtable_wargames import main; sys.argv[0] = 'sandtable'; main()"
    return subprocess.run(
        [sys.executable, "-S", "-c", code, "--version"],  # -S: an editable install would add another folder
        env={**os.environ, "PYTHONPATH": os.pathsep.join([*map(str, path), *needs])},
        cwd=path[0],
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_version_names_the_distribution(tmp_path: Path) -> None:
    """`sandtable --version` says what to look for in `pip list`; nothing else is told where nothing else is installed."""
    done = version(tmp_path, SOURCE)
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{NAME} {sandtable.__version__}\n", "")


@pytest.mark.parametrize("files", ["sandtable/__init__.py,,\nsandtable/api.py,,\n", None])
def test_the_other_program_beside_ours_is_told_in_one_line(tmp_path: Path, files: str | None) -> None:
    """Our package is whole, but uninstalling or upgrading either program takes files of the other: say so, and go on."""
    install_other(tmp_path, files=files)
    done = version(tmp_path, SOURCE)
    assert (done.returncode, done.stdout) == (0, f"{NAME} {sandtable.__version__}\n")
    assert done.stderr.count("\n") == 1
    assert "`sandtable` 0.2.0" in done.stderr
    assert "pip uninstall sandtable" in done.stderr


def test_an_editable_install_by_the_old_name_is_not_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has no file in the package, so neither can break the other; `make` takes it out."""
    install_other(tmp_path, files="_editable_impl_sandtable.pth,,\nsandtable-0.2.0.dist-info/RECORD,,\n")
    monkeypatch.setattr(sys, "path", [str(tmp_path)])
    assert other_version() is None


@pytest.mark.parametrize(
    "init",
    [
        pytest.param("run_backtest = None\n", id="replaced"),
        pytest.param("import something_it_needs\n", id="replaced, and it fails"),
        pytest.param(None, id="replaced, and uninstalled"),
    ],
)
def test_a_package_that_is_not_ours_any_more_is_refused_in_one_line(tmp_path: Path, init: str | None) -> None:
    """The other program, installed after ours, writes its own `sandtable/__init__.py`, and uninstalled takes it along."""
    site = tmp_path / "site"
    shutil.copytree(SOURCE, site, ignore=shutil.ignore_patterns("__pycache__", "static", "games", "server"))
    if init is None:
        (site / "sandtable/__init__.py").unlink()
    else:
        (site / "sandtable/__init__.py").write_text(init)
    done = version(site)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.count("\n") == 1, done.stderr
    assert "pip uninstall sandtable" in done.stderr
    assert "--force-reinstall" in done.stderr


def test_a_package_in_front_of_an_editable_install_is_refused(tmp_path: Path) -> None:
    """Where ours is a clone, the other program's folder comes first on Python's path and hides it."""
    (tmp_path / "sandtable").mkdir()
    (tmp_path / "sandtable/__init__.py").write_text("")
    done = version(tmp_path, SOURCE)
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert "pip uninstall sandtable" in done.stderr


def test_a_package_that_is_ours_and_lacks_something_fails_as_usual(tmp_path: Path) -> None:
    """Nobody is sent to uninstall what is not the cause."""
    (tmp_path / "msgspec.py").write_text(
        "raise ModuleNotFoundError('No module named msgspec', name='msgspec')\n"
    )
    done = version(tmp_path, SOURCE)
    assert "No module named msgspec" in done.stderr
    assert "uninstall" not in done.stderr


# The Makefile -----------------------------------------------------------------------------------------


def test_make_takes_the_old_name_out_before_it_installs(tmp_path: Path) -> None:
    """A checkout whose .venv was made when the distribution was called `sandtable` goes on: that one goes, ours comes."""
    for name in ("Makefile", "pyproject.toml", "constraints.txt"):
        shutil.copy(ROOT / name, tmp_path)
    python, calls = tmp_path / ".venv/bin/python", tmp_path / "calls"
    python.parent.mkdir(parents=True)
    python.write_text(f'#!/bin/sh\necho "$@" >> {calls}\n')
    python.chmod(0o755)
    for stamp in (".made", ".installed-base"):  # everything was installed, by the old name
        (tmp_path / ".venv" / stamp).touch()
    for _ in range(2):  # and only once
        subprocess.run(["make", ".venv/.installed-base"], cwd=tmp_path, check=True, capture_output=True)
    uninstalled, installed = calls.read_text().splitlines()
    assert re.fullmatch(r"-m pip uninstall .*-y.* sandtable", uninstalled)
    assert re.fullmatch(r"-m pip install .*-e \.", installed)
