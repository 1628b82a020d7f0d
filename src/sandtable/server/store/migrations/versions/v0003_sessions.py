"""The browser of each session"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("sessions", sa.Column("browser", sa.String(length=80), nullable=False, server_default=""))


def downgrade() -> None:
    op.drop_column("sessions", "browser")
