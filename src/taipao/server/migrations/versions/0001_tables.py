"""The first tables: guests, tables, rounds, and the lines of live rounds."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make them."""
    op.create_table(
        "guests",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("token", sa.LargeBinary, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="guests_pk"),
        sa.UniqueConstraint("token", name="guests_token_unique"),
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="tables_pk"),
        sa.CheckConstraint("status in ('open', 'closed', 'frozen')", name=op.f("tables_status")),
    )
    op.create_index("tables_status", "tables", ["status"])
    op.create_table(
        "rounds",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("record", sa.LargeBinary),
        sa.Column("began", sa.BigInteger, nullable=False),
        sa.Column("ended", sa.BigInteger),
        sa.PrimaryKeyConstraint("id", name="rounds_pk"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="rounds_table_id_fk"),
        sa.CheckConstraint(
            "status in ('live', 'finished', 'frozen', 'dropped')", name=op.f("rounds_status")
        ),
        sa.CheckConstraint("(status = 'live') = (ended is null)", name=op.f("rounds_ended")),
    )
    op.create_index("rounds_table_id_began", "rounds", ["table_id", "began"])
    live = sa.text("status = 'live'")
    op.create_index(
        "rounds_live",
        "rounds",
        ["table_id"],
        unique=True,
        sqlite_where=live,
        postgresql_where=live,
    )
    op.create_table(
        "lines",
        sa.Column("round_id", sa.Text, nullable=False),
        sa.Column("line", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("round_id", "line", name="lines_pk"),
        sa.ForeignKeyConstraint(["round_id"], ["rounds.id"], name="lines_round_id_fk"),
        sqlite_with_rowid=False,
    )
