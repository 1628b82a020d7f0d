"""Whose work the built client holds: everything the bundler put into it stands in one file, with its licence."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest
from litestar.testing import TestClient

from sandtable.server.app import make_litestar
from sandtable.server.settings import Settings
from sandtable.server.web.pages import STATIC

ROOT = Path(__file__).parents[3]
LICENCES = STATIC / "licences.txt"
#: What the bundler writes about its own parts: the names of modules that are in no file.
OF_TOOLS = {"vite": "vite", "rolldown": "rolldown"}


def packages(modules: list[str]) -> set[str]:
    """The packages that modules of the bundler come from; ours have none."""
    found = set()
    for module in modules:
        if module.startswith("\0"):
            tool = re.match(r"\0(\w+)", module)
            found.add(OF_TOOLS[tool.group(1)] if tool else module)
        elif "node_modules/" in module:
            inner = module.rpartition("node_modules/")[2]
            found.add("/".join(inner.split("/")[: 2 if inner.startswith("@") else 1]))
    return found


def sections(text: str) -> dict[str, str]:
    """The licence of each work in the file, by its name."""
    parts = re.split(r"^={4,} (\S+) .*$", text, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def missing(modules: list[str], text: str) -> list[str]:
    """The packages whose licence is not in the file."""
    told = sections(text)
    return sorted(name for name in packages(modules) if len(told.get(name, "").split()) < 50)


@pytest.fixture(scope="module")
def bundled() -> list[str]:
    """What the bundler put into the client, as it says itself."""
    listed: list[str] = json.loads((STATIC / ".bundled.json").read_text(encoding="utf-8"))
    return listed


def text() -> str:
    return LICENCES.read_text(encoding="utf-8")


def test_everything_bundled_has_its_licence_in_the_file(bundled: list[str]) -> None:
    """The promise: one file holds the licence of everything that ends up in the client."""
    assert missing(bundled, text()) == []


def test_nothing_else_is_in_the_file(bundled: list[str]) -> None:
    """What is not in the client any more leaves the file, too."""
    assert set(sections(text())) == packages(bundled)


def test_the_list_is_that_of_what_was_built(bundled: list[str]) -> None:
    """The list is the bundler's: our own pages are in it, and so is every font that lies in the folder."""
    assert "src/main.ts" in bundled
    fonts = [path.name for path in STATIC.glob("assets/*.woff2")]
    assert fonts
    for font in fonts:
        stem = font.removesuffix(".woff2").rpartition("-")[0]  # without the hash
        assert any(
            name.startswith("node_modules/@fontsource/") and f"/{stem}." in name for name in bundled
        ), font
    assert {"svelte", "@fontsource/barlow-condensed", "@fontsource/source-sans-3"} <= packages(bundled)


def test_a_licence_that_is_missing_is_noticed(bundled: list[str]) -> None:
    """The test above can fail: take any one out, or only its text, and it is named."""
    for name in sections(text()):
        without = re.sub(rf"^={{4,}} {re.escape(name)} .*$", "", text(), flags=re.MULTILINE)
        assert missing(bundled, without) == [name]
    empty = re.sub(r"(^={4,} svelte .*$)[^=]*", r"\1\n\n", text(), flags=re.MULTILINE)
    assert missing(bundled, empty) == ["svelte"]
    assert missing([*bundled, "node_modules/@some/where/x.js"], text()) == ["@some/where"]


def test_the_texts_are_whole() -> None:
    """The Open Font License asks for the copyright notice and the licence with every copy; so does the MIT licence."""
    told = sections(text())
    for font in ("@fontsource/barlow-condensed", "@fontsource/source-sans-3"):
        assert "Copyright" in told[font]
        assert "SIL OPEN FONT LICENSE" in told[font].upper()
        assert "OTHER DEALINGS IN THE FONT SOFTWARE" in told[font]
    assert "Copyright (c)" in told["svelte"]
    assert "WITHOUT WARRANTY OF ANY KIND" in told["svelte"]


def test_the_file_names_no_machine(bundled: list[str]) -> None:
    """A wheel says nothing about where it was built."""
    assert all(not Path(name).is_absolute() and ".." not in Path(name).parts for name in bundled)
    assert not re.search(r"(?m)^/(home|root|work|tmp)/", text())


def test_the_pages_link_to_it() -> None:
    """The promise: the file is linked from the lobby and from the help of a table."""
    scripts = {path.name: path.read_text() for path in STATIC.glob("assets/*.js")}
    linking = [name for name, script in scripts.items() if "/licences.txt" in script]
    assert any(name.startswith("Lobby-") for name in linking)
    assert any("The rules in brief" in scripts[name] for name in linking)


def test_the_file_is_served_as_text(tmp_path: Path) -> None:
    """The promise: whoever follows the link can read it."""
    with TestClient(make_litestar(Settings(data=tmp_path, workers=1))) as client:
        answer = client.get("/licences.txt")
    assert (answer.status_code, answer.text) == (200, text())
    assert answer.headers["content-type"].startswith("text/plain")


def test_wheel_and_sdist_hold_the_licences(tmp_path: Path) -> None:
    """What is shipped carries the file, with the client it belongs to, and our own licence."""
    words = [sys.executable, "-m", "hatchling", "build", "-d", str(tmp_path)]
    done = subprocess.run(
        words, cwd=ROOT, env={**os.environ, "SANDTABLE_WEB": "no"}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    (wheel,), (sdist,) = tmp_path.glob("*.whl"), tmp_path.glob("*.tar.gz")
    static = "sandtable/server/static"
    with zipfile.ZipFile(wheel) as file:
        inside = file.namelist()
        assert file.read(f"{static}/licences.txt").decode() == text()
    assert f"{static}/index.html" in inside
    assert any(name.endswith("licenses/LICENSE") for name in inside)
    with tarfile.open(sdist) as archive:
        names = archive.getnames()
    top = names[0].partition("/")[0]
    assert {f"{top}/LICENSE", f"{top}/src/{static}/licences.txt", f"{top}/src/{static}/index.html"} <= set(
        names
    )
