"""Alembic runs this. The connection is the server's own, given by `sandtable.server.store.database`."""

from alembic import context

from sandtable.server.store.models import Base


def migrate() -> None:
    connection = context.config.attributes["connection"]
    context.configure(connection=connection, target_metadata=Base.metadata, render_as_batch=True)
    with context.begin_transaction():
        context.run_migrations()


if hasattr(context, "config"):  # tools that import every module have no context
    migrate()
