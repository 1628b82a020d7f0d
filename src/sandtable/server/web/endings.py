"""HTTP: the ending of a finished game, and one's results."""

from __future__ import annotations

from litestar import get
from litestar.params import FromPath

from sandtable.engine import SandtableError, decode_options

from ..store.stored_tables import TableData
from ..tables.catalogue import installed_games, unusual_options
from ..wire import EndingInfo, Result
from .requests import Req, hub_of, limit, problems, room_for, who


@get(
    "/api/tables/{table:str}/ending",
    responses=problems(404, 409),
    summary="How a finished game went: curves, throws, turning points",
)
async def get_ending(request: Req, table: FromPath[str]) -> EndingInfo:
    limit(request, "replay")
    hub, room, _ = await room_for(request, table)
    return await hub.ending_cache.get(room)


@get("/api/results", responses=problems(), summary="Your finished games that keep a score, the latest first")
async def get_results(request: Req) -> list[Result]:
    limit(request, "read")
    person, hub = await who(request), hub_of(request)
    if person is None:
        return []
    found = await hub.tables.finished_by(person.id)
    return [_result(data, person.id) for data in found if data.outcome and data.outcome.score is not None]


def _result(data: TableData, person: str) -> Result:
    game = installed_games().get(data.game)
    assert data.outcome is not None
    assert data.outcome.score is not None
    name, words = str(data.options.get("scenario", "")), list[str]()
    if game is not None:
        try:
            words = unusual_options(game, decode_options(game, data.options))
        except SandtableError:  # the game has other options today
            words = []
    return Result(
        table=data.id,
        game=data.game,
        game_title=data.game if game is None else game.title,
        scenario=next((it.label for it in (game.scenarios if game else ()) if it.id == name), name),
        options=words,
        won=any(seat in data.outcome.winners for seat in data.of(person)),
        score=data.outcome.score,
        reason=data.outcome.reason,
        ended=data.updated,
    )


ROUTES = [get_ending, get_results]
