"""The database's tables (docs/server.md, "What is kept"); `migrations/` makes them."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa

METADATA: Final = sa.MetaData(
    naming_convention={
        "pk": "%(table_name)s_pk",
        "fk": "%(table_name)s_%(column_0_name)s_fk",
        "uq": "%(table_name)s_%(column_0_name)s_unique",
        "ck": "%(table_name)s_%(constraint_name)s",
        "ix": "%(table_name)s_%(column_0_N_name)s",
    }
)

accounts: Final = sa.Table(
    "accounts",
    METADATA,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
    # What the name looks like, None for a guest: no two names may look alike.
    sa.Column("skeleton", sa.Text, unique=True),
    sa.Column("password", sa.Text),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("address", sa.Text),
    sa.Column("made", sa.BigInteger, nullable=False),
    sa.Column("rank_points", sa.BigInteger, nullable=False, server_default="0"),
    sa.Column("banned_until", sa.BigInteger),
    sa.Column("ban_reason", sa.Text),
    sa.Column("deleted", sa.BigInteger),
    sa.CheckConstraint("kind in ('guest', 'member', 'bot')", name="kind"),
    sa.CheckConstraint("rank_points >= 0", name="rank_points"),
    sa.Index("accounts_address_made", "address", "made"),
    sa.Index("accounts_rank_points", "rank_points"),
)

sessions: Final = sa.Table(
    "sessions",
    METADATA,
    # The SHA-256 of what the cookie or the bot holds.
    sa.Column("token", sa.LargeBinary, primary_key=True),
    sa.Column("account_id", sa.Text, sa.ForeignKey("accounts.id"), nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("made", sa.BigInteger, nullable=False),
    sa.Column("seen", sa.BigInteger, nullable=False),
    sa.CheckConstraint("kind in ('cookie', 'api')", name="kind"),
    sa.Index("sessions_account_id", "account_id"),
)

tables: Final = sa.Table(
    "tables",
    METADATA,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("state", sa.Text, nullable=False),
    sa.Column("status", sa.Text, nullable=False),
    sa.Column("changed", sa.BigInteger, nullable=False),
    sa.CheckConstraint("status in ('open', 'closed', 'frozen')", name="status"),
    sa.Index("tables_status", "status"),
)

rounds: Final = sa.Table(
    "rounds",
    METADATA,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), nullable=False),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("status", sa.Text, nullable=False),
    sa.Column("record", sa.LargeBinary),
    sa.Column("began", sa.BigInteger, nullable=False),
    sa.Column("ended", sa.BigInteger),
    sa.CheckConstraint("status in ('live', 'finished', 'frozen', 'dropped')", name="status"),
    sa.CheckConstraint("(status = 'live') = (ended is null)", name="ended"),
    sa.Index("rounds_table_id_began", "table_id", "began"),
    # No table ever has two live rounds.
    sa.Index(
        "rounds_live",
        "table_id",
        unique=True,
        sqlite_where=sa.text("status = 'live'"),
        postgresql_where=sa.text("status = 'live'"),
    ),
)

lines: Final = sa.Table(
    "lines",
    METADATA,
    sa.Column("round_id", sa.Text, sa.ForeignKey("rounds.id"), primary_key=True),
    sa.Column("line", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("data", sa.LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)

purses: Final = sa.Table(
    "purses",
    METADATA,
    # An account's id, or one of the two below, which alone may go below zero.
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("coins", sa.BigInteger, nullable=False),
    sa.CheckConstraint("coins >= 0 or id in ('house', 'mint')", name="coins"),
)

entries: Final = sa.Table(
    "entries",
    METADATA,
    # Counted from 1 without a gap by the one process that writes.
    sa.Column("id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("round_id", sa.Text, sa.ForeignKey("rounds.id"), unique=True),
    sa.Column("note", sa.Text),
    sa.Column("operator", sa.Text),
    sa.Column("made", sa.BigInteger, nullable=False),
    sa.CheckConstraint(
        "kind in ('signup', 'refill', 'round', 'correction', 'deletion')", name="kind"
    ),
    sa.CheckConstraint("(kind = 'round') = (round_id is not null)", name="round_id"),
    sa.CheckConstraint(
        "(kind = 'correction') = (operator is not null and note is not null)", name="operator"
    ),
    sqlite_with_rowid=False,
)

postings: Final = sa.Table(
    "postings",
    METADATA,
    sa.Column("entry_id", sa.BigInteger, sa.ForeignKey("entries.id"), primary_key=True),
    sa.Column("line", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("purse", sa.Text, sa.ForeignKey("purses.id"), nullable=False),
    sa.Column("seat", sa.Integer),
    sa.Column("amount", sa.BigInteger, nullable=False),
    # The purse's coins after this posting.
    sa.Column("balance", sa.BigInteger, nullable=False),
    sa.CheckConstraint("balance >= 0 or purse in ('house', 'mint')", name="balance"),
    sa.CheckConstraint("seat between 0 and 3", name="seat"),
    sa.UniqueConstraint("entry_id", "seat"),
    sa.Index("postings_purse_entry_id", "purse", "entry_id"),
    sqlite_with_rowid=False,
)

refills: Final = sa.Table(
    "refills",
    METADATA,
    sa.Column("account_id", sa.Text, sa.ForeignKey("accounts.id"), primary_key=True),
    # Days since 1970 in China.
    sa.Column("day", sa.Integer, primary_key=True, autoincrement=False),
    sqlite_with_rowid=False,
)

results: Final = sa.Table(
    "results",
    METADATA,
    sa.Column("round_id", sa.Text, sa.ForeignKey("rounds.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("account_id", sa.Text),
    sa.Column("room", sa.Text),
    sa.Column("ruleset", sa.Text, nullable=False),
    sa.Column("points", sa.Integer, nullable=False),
    sa.Column("coins", sa.BigInteger, nullable=False),
    sa.Column("rank_points", sa.Integer, nullable=False),
    sa.Column("won", sa.Boolean, nullable=False),
    sa.Column("by", sa.Text),
    # The winner's, 0 for the others.
    sa.Column("tai", sa.Integer, nullable=False),
    sa.Column("total", sa.Integer, nullable=False),
    sa.Column("items", sa.Text, nullable=False),
    sa.Column("ended", sa.BigInteger, nullable=False),
    # Whether the winner won by this seat's tile.
    sa.Column("dealt_in", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Index("results_account_id_ended", "account_id", "ended"),
    sa.Index("results_ended", "ended"),
    # For the leaderboards: the week's coins, and the best hands of all and of each.
    sa.Index(
        "results_week",
        *("ended", "room", "account_id", "coins"),
        sqlite_where=sa.text("room is not null"),
        postgresql_where=sa.text("room is not null"),
    ),
    *(
        sa.Index(
            name,
            *columns,
            sqlite_where=sa.text("won = 1 and room is not null"),
            postgresql_where=sa.text("won and room is not null"),
        )
        for name, columns in (
            ("results_hands", ("total", "account_id")),
            ("results_account_hands", ("account_id", "total")),
        )
    ),
    sqlite_with_rowid=False,
)

reports: Final = sa.Table(
    "reports",
    METADATA,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("reporter", sa.Text, nullable=False),
    sa.Column("account_id", sa.Text, nullable=False),
    sa.Column("table_id", sa.Text, nullable=False),
    sa.Column("round_id", sa.Text),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("made", sa.BigInteger, nullable=False),
)

operator_acts: Final = sa.Table(
    "operator_acts",
    METADATA,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("operator", sa.Text, nullable=False),
    sa.Column("act", sa.Text, nullable=False),
    sa.Column("target", sa.Text, nullable=False),
    sa.Column("reason", sa.Text, nullable=False),
    sa.Column("made", sa.BigInteger, nullable=False),
    # The asker's id of what must not be done twice.
    sa.Column("request", sa.Text, unique=True),
)

# One row: how many servers have been started on PostgreSQL.
epoch: Final = sa.Table(
    "epoch", METADATA, sa.Column("number", sa.Integer, primary_key=True, autoincrement=False)
)
