"""The epoch, by which a server knows that another one has started since."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make it, with its one row."""
    epoch = op.create_table(
        "epoch",
        sa.Column("number", sa.Integer, nullable=False, autoincrement=False),
        sa.PrimaryKeyConstraint("number", name="epoch_pk"),
    )
    op.bulk_insert(epoch, [{"number": 0}])
