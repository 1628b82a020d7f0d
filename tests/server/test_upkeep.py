"""What a host relies on: migrations, figures, generated types, the command, documentation."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from click.testing import CliRunner
from litestar.testing import TestClient
from sqlalchemy import Connection, inspect, text

from sandtable.cli import cli
from sandtable.engine import LogLine, SandtableError
from sandtable.server.app import make_litestar
from sandtable.server.metrics import Metrics
from sandtable.server.serving import bind, prepare
from sandtable.server.settings import Settings, read_settings
from sandtable.server.store.database import make_database
from sandtable.server.store.models import Base
from sandtable.server.typescript import all_types

from ..ports import own_port
from .conftest import Place
from .host import ROOT


@pytest.mark.parametrize("backend", ["sqlite", "postgres"])
def test_migrations_make_what_the_models_say(
    backend: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = "" if backend == "sqlite" else request.getfixturevalue("database")["SANDTABLE_DATABASE"]

    def differences(connection: Connection) -> list[object]:
        assert "lines" in inspect(connection).get_table_names()
        return list(compare_metadata(MigrationContext.configure(connection), Base.metadata))

    async def run() -> list[object]:
        database = make_database(Settings(data=tmp_path, database=url))
        await database.upgrade()
        await database.upgrade()  # a second time changes nothing
        found = await database.read(differences)
        await database.close()
        return found

    assert asyncio.run(run()) == []


def test_the_clients_types_are_those_of_the_structs() -> None:
    folder = ROOT / "web" / "src" / "types"
    kept = {path.name: path.read_text(encoding="utf-8") for path in folder.glob("*.ts")}
    made = all_types()
    stale = [name for name, text in made.items() if kept.get(name) != text]
    assert not stale, f"{stale}: python -m sandtable.server.typescript makes them anew"


def test_health_and_metrics(place: Place) -> None:
    ann = place.player()
    assert ann.get("/health") == {"status": "ok"}
    text = ann.http.get("/metrics").text
    assert re.search(r"^sandtable_sockets \d+$", text, re.MULTILINE)
    assert re.search(r"^# TYPE sandtable_rooms gauge$", text, re.MULTILINE)


def test_metrics_are_for_the_host_alone(alone: Place) -> None:
    """A player who could count answers would know when somebody decides something hidden."""
    ann = alone.player()
    assert ann.http.get("/metrics", headers={"X-Forwarded-For": "203.0.113.9"}).status_code == 403


def test_a_histogram_adds_up() -> None:
    metrics = Metrics()
    for seconds in (0.0005, 0.004, 3.0):
        metrics.observe("answer_seconds", seconds)
    metrics.count("answers")
    text = metrics.text({})
    assert 'sandtable_answer_seconds_bucket{le="0.005"} 2' in text
    assert 'sandtable_answer_seconds_bucket{le="+Inf"} 3' in text
    assert "sandtable_answers_total 1" in text


def test_settings_come_from_the_environment(tmp_path: Path) -> None:
    environ = {
        "SANDTABLE_DATABASE": "postgresql://u@h/d",
        "SANDTABLE_ORIGINS": "https://a.org, https://b.org",
    }
    settings = read_settings(tmp_path, environ)
    assert settings.url == "postgresql+asyncpg://u@h/d"
    assert settings.origins == ("https://a.org", "https://b.org")
    assert read_settings(tmp_path, {}).url == f"sqlite:///{tmp_path}/server.sqlite3"
    with pytest.raises(SandtableError, match="SANDTABLE_WORKERS"):
        read_settings(tmp_path, {"SANDTABLE_WORKERS": "many"})
    with pytest.raises(SandtableError, match="SANDTABLE_SYNC"):
        read_settings(tmp_path, {"SANDTABLE_SYNC": "sometimes"})


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({"SANDTABLE_DATABASE": "nonsense"}, "SANDTABLE_DATABASE cannot be used"),
        (
            {"SANDTABLE_DATABASE": "postgresql://u:hush@127.0.0.1:1/d"},
            "postgresql+asyncpg://u:***@127.0.0.1:1/d cannot",
        ),
        (
            {"SANDTABLE_DATABASE": "sqlite:////nowhere/at/all.sqlite3"},
            "no folder /nowhere/at",
        ),
        ({"SANDTABLE_REDIS": "redis://127.0.0.1:1/0"}, "Redis (SANDTABLE_REDIS) cannot be used"),
        ({"SANDTABLE_REDIS": "nonsense"}, "SANDTABLE_REDIS is not the address"),
    ],
)
def test_a_setting_that_leads_nowhere_is_one_clear_line(
    settings: dict[str, str], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SANDTABLE_DATA", str(tmp_path))
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    result = CliRunner().invoke(cli, ["serve", "--no-browser", "--port", str(own_port())])
    assert result.exit_code == 2
    assert told in result.output
    assert "hush" not in result.output
    assert len(result.output.strip().splitlines()) == 1


def test_a_database_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    async def run() -> None:
        settings = Settings(data=tmp_path)
        await prepare(settings)
        database = make_database(settings)
        newer = text("UPDATE alembic_version SET version_num = '9999'")
        await database.write(lambda c: c.execute(newer))
        await database.close()
        with pytest.raises(SandtableError, match="newer version"):
            await prepare(settings)

    asyncio.run(run())


def test_a_taken_port_is_passed_over_or_named() -> None:
    with bind("127.0.0.1", 0) as first:
        port = first.getsockname()[1]
        with pytest.raises(SandtableError, match=f"127.0.0.1:{port}"):
            bind("127.0.0.1", port)
        with bind("127.0.0.1", port, tries=20) as second:
            assert port < second.getsockname()[1] < port + 20


def test_without_the_extra_the_command_says_what_to_install(tmp_path: Path) -> None:
    code = (
        "import sys; sys.modules['litestar'] = None\n"
        "from sandtable.cli import cli\n"
        "cli.main(['serve', '--no-browser'])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 2
    assert 'pip install "sandtable-wargames[server]"' in done.stderr


def test_a_page_says_so_when_the_client_is_not_built(alone: Place) -> None:
    page = alone.player().http.get("/")
    if page.status_code == 503:
        assert "make play" in page.text
    else:
        assert "<!doctype html>" in page.text.lower()


def test_built_files_are_compressed_and_cached(tmp_path: Path) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html><p>" + "sand " * 1000)
    (tmp_path / "assets" / "a.js").write_text("x" * 5000)
    with TestClient(make_litestar(Settings(data=tmp_path / "data", workers=1), tmp_path)) as client:
        page = client.get("/t/anything")
        assert page.headers["content-type"] == "text/html; charset=utf-8"
        assert page.headers["content-encoding"] == "gzip"
        assert client.get("/", headers={"If-None-Match": page.headers["etag"]}).status_code == 304
        script = client.get("/assets/a.js")
        assert "immutable" in script.headers["cache-control"]
        assert script.text == "x" * 5000
        assert client.get("/assets/b.js").status_code == 404
        assert client.get("/index.html").status_code == 404


def test_the_client_of_thirty_lines_joins_and_plays(alone: Place) -> None:
    """The example on the protocol page is run as it stands, against a real server."""
    page = (ROOT / "docs" / "reference" / "protocol.md").read_text(encoding="utf-8")
    found = re.search(r"```python\n(# client\.py\n.*?)```", page, re.DOTALL)
    assert found is not None
    code = found[1]
    assert len(code.strip().splitlines()) <= 31
    words = [sys.executable, "-W", "error", "-c", code, alone.hosts[0].url, "connect-four", "red"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    assert "won" in done.stdout or "Nobody" in done.stdout or "full" in done.stdout


def test_the_protocol_page_has_every_field_of_a_log_line_and_its_default() -> None:
    """Without the defaults nobody could read a line that leaves them out."""
    page = (ROOT / "docs" / "reference" / "protocol.md").read_text(encoding="utf-8")
    section = page.partition("### Log lines\n")[2].partition("\n### ")[0]
    told = re.findall(r"^\| `(\w+)` \| (?:`(.*?)`)? ?\|", section, re.MULTILINE)
    fields = msgspec.structs.fields(LogLine)
    assert told == [
        (it.name, "" if it.required else msgspec.json.encode(it.default).decode()) for it in fields
    ]
