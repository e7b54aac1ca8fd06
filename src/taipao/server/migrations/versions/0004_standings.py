"""Who dealt in, and what the leaderboards and profiles are looked up by."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add them."""
    op.add_column(
        "results", sa.Column("dealt_in", sa.Boolean, nullable=False, server_default=sa.false())
    )
    op.create_index("accounts_rank_points", "accounts", ["rank_points"])
    in_rooms = sa.text("room is not null")
    op.create_index(
        "results_week",
        "results",
        ["ended", "room", "account_id", "coins"],
        sqlite_where=in_rooms,
        postgresql_where=in_rooms,
    )
    for name, columns in (
        ("results_hands", ["total", "account_id"]),
        ("results_account_hands", ["account_id", "total"]),
    ):
        op.create_index(
            name,
            "results",
            columns,
            sqlite_where=sa.text("won = 1 and room is not null"),
            postgresql_where=sa.text("won and room is not null"),
        )
