"""The rows of the database. Times are seconds since 1970."""

from __future__ import annotations

from sqlalchemy import Boolean, Double, ForeignKey, Index, Integer, MetaData, String, Table, Text, false
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_name)s",
            "uq": "uq_%(table_name)s_%(column_0_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s",
            "pk": "pk_%(table_name)s",
        }
    )


class PersonRow(Base):
    """A person. A guest is only a name; an account has a password."""

    __tablename__ = "people"

    id: Mapped[str] = mapped_column(String(24), primary_key=True)
    name: Mapped[str] = mapped_column(String(40))
    #: The form of an account's name that log-ins are compared by; null for guests.
    login: Mapped[str | None] = mapped_column(String(80), unique=True)
    password: Mapped[str | None] = mapped_column(String(200))
    webhook: Mapped[str] = mapped_column(String(500), default="")
    created: Mapped[float] = mapped_column(Double)


class SessionRow(Base):
    """A browser's session. Only the hash of its token is stored."""

    __tablename__ = "sessions"

    token: Mapped[str] = mapped_column(String(64), primary_key=True)
    person: Mapped[str] = mapped_column(ForeignKey("people.id", ondelete="CASCADE"), index=True)
    created: Mapped[float] = mapped_column(Double)
    #: What people call the browser, for the list of sessions.
    browser: Mapped[str] = mapped_column(String(80), default="", server_default="")


class TableRow(Base):
    """A table: how it was set up, and where its game stands."""

    __tablename__ = "tables"

    id: Mapped[str] = mapped_column(String(24), primary_key=True)
    title: Mapped[str] = mapped_column(String(80))
    game: Mapped[str] = mapped_column(String(80))
    options: Mapped[str] = mapped_column(Text)
    owner: Mapped[str] = mapped_column(ForeignKey("people.id"), index=True)
    public: Mapped[bool] = mapped_column(Boolean)
    clock: Mapped[str | None] = mapped_column(Text)
    #: waiting, playing or finished.
    state: Mapped[str] = mapped_column(String(10), index=True)
    #: The header of the journal, once the game has begun. It contains the seed.
    header: Mapped[str | None] = mapped_column(Text)
    lines: Mapped[int] = mapped_column(Integer, default=0)
    turn: Mapped[int] = mapped_column(Integer, default=0)
    #: Who is asked now, whether that is private, and since when. What is private is never sent to anybody but that seat.
    asked: Mapped[str | None] = mapped_column(String(40))
    is_private: Mapped[bool] = mapped_column(Boolean, default=False)
    since: Mapped[float] = mapped_column(Double, default=0.0)
    outcome: Mapped[str | None] = mapped_column(Text)
    created: Mapped[float] = mapped_column(Double)
    #: The last time something happened that everybody could see.
    updated: Mapped[float] = mapped_column(Double)
    #: The table this one is a rematch of.
    before: Mapped[str | None] = mapped_column(String(24), unique=True)
    #: How far the game has come, in words for everybody.
    progress: Mapped[str] = mapped_column(String(80), default="", server_default="")
    #: full: by itself when every seat is taken; ready: when everybody is ready, or the host says so.
    begins: Mapped[str] = mapped_column(String(10), default="full", server_default="full")


class SeatRow(Base):
    """A seat at a table and who sits in it."""

    __tablename__ = "seats"

    table: Mapped[str] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
    seat: Mapped[str] = mapped_column(String(40), primary_key=True)
    place: Mapped[int] = mapped_column(Integer)
    label: Mapped[str] = mapped_column(String(80))
    #: person, bot, open or link.
    kind: Mapped[str] = mapped_column(String(10))
    person: Mapped[str | None] = mapped_column(ForeignKey("people.id"))
    bot: Mapped[str] = mapped_column(String(80), default="")
    #: The secret of the seat's link.
    link: Mapped[str | None] = mapped_column(String(40), unique=True)
    #: How many seconds of the clock's bank are used up.
    spent: Mapped[float] = mapped_column(Double, default=0.0)
    #: Whether the person in it is ready to begin.
    ready: Mapped[bool] = mapped_column(Boolean, default=False, server_default=false())

    __table_args__ = (Index("ix_seats_person", "person"),)


class LineRow(Base):
    """A line of a journal. The primary key keeps two processes from both writing line n."""

    __tablename__ = "lines"

    table: Mapped[str] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
    n: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    body: Mapped[str] = mapped_column(Text)


class SnapshotRow(Base):
    """The moment at the start of a turn, after line n."""

    __tablename__ = "snapshots"

    table: Mapped[str] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
    n: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    turn: Mapped[int] = mapped_column(Integer)
    body: Mapped[str] = mapped_column(Text)


class ChatRow(Base):
    __tablename__ = "chat"

    id: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=True)
    table: Mapped[str] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), index=True)
    name: Mapped[str] = mapped_column(String(130))
    text: Mapped[str] = mapped_column(String(500))
    at: Mapped[float] = mapped_column(Double)


class NoteRow(Base):
    """A person's private notes on a table."""

    __tablename__ = "notes"

    table: Mapped[str] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
    person: Mapped[str] = mapped_column(ForeignKey("people.id", ondelete="CASCADE"), primary_key=True)
    text: Mapped[str] = mapped_column(Text)


class ArchivedRow(Base):
    """A table that a person has put away: it is not in their lists any more."""

    __tablename__ = "archived"

    table: Mapped[str] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
    person: Mapped[str] = mapped_column(
        ForeignKey("people.id", ondelete="CASCADE"), primary_key=True, index=True
    )


class SettingRow(Base):
    """The server's own values, such as the key that signs cookies."""

    __tablename__ = "settings"

    name: Mapped[str] = mapped_column(String(40), primary_key=True)
    value: Mapped[str] = mapped_column(Text)


def table_of(model: type[Base]) -> Table:
    """The plain table of a model: statements on it are quicker than ORM objects."""
    table = model.__table__
    assert isinstance(table, Table)
    return table
