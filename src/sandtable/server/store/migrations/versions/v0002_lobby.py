"""How far games have come, who is ready, and what people have put away"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "archived",
        sa.Column("table", sa.String(length=24), nullable=False),
        sa.Column("person", sa.String(length=24), nullable=False),
        sa.ForeignKeyConstraint(
            ["person"], ["people.id"], name=op.f("fk_archived_person"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name=op.f("fk_archived_table"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table", "person", name=op.f("pk_archived")),
    )
    with op.batch_alter_table("archived", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_archived_person"), ["person"], unique=False)
    # A column is added in place; a batch would copy the whole table in SQLite.
    op.add_column("tables", sa.Column("progress", sa.String(length=80), nullable=False, server_default=""))
    op.add_column("tables", sa.Column("begins", sa.String(length=10), nullable=False, server_default="full"))
    op.add_column("seats", sa.Column("ready", sa.Boolean(), nullable=False, server_default=sa.false()))


def downgrade() -> None:
    op.drop_column("seats", "ready")
    op.drop_column("tables", "begins")
    op.drop_column("tables", "progress")
    with op.batch_alter_table("archived", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_archived_person"))
    op.drop_table("archived")
