"""Accounts and their sessions in place of guests, and the ledger with what it is for.

Every guest becomes an account of kind `guest`, with the sign-up coins that a new account gets (C4).
"""

import time

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

_SIGNUP = 30_000
_APPEND_ONLY = ("entries", "postings")
_KEYS = {
    "entries": ("id = new.id", "round_id = new.round_id"),
    "postings": (
        "entry_id = new.entry_id and line = new.line",
        "entry_id = new.entry_id and seat = new.seat",
    ),
}


def upgrade() -> None:
    """Make them."""
    _make_accounts()
    _make_ledger()
    _make_the_rest()
    _take_over_guests()
    _forbid_changes()


def _make_accounts() -> None:
    op.create_table(
        "accounts",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("skeleton", sa.Text),
        sa.Column("password", sa.Text),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("address", sa.Text),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("rank_points", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("banned_until", sa.BigInteger),
        sa.Column("ban_reason", sa.Text),
        sa.Column("deleted", sa.BigInteger),
        sa.PrimaryKeyConstraint("id", name="accounts_pk"),
        sa.UniqueConstraint("skeleton", name="accounts_skeleton_unique"),
        sa.CheckConstraint("kind in ('guest', 'member', 'bot')", name=op.f("accounts_kind")),
        sa.CheckConstraint("rank_points >= 0", name=op.f("accounts_rank_points")),
    )
    op.create_index("accounts_address_made", "accounts", ["address", "made"])
    op.create_table(
        "sessions",
        sa.Column("token", sa.LargeBinary, nullable=False),
        sa.Column("account_id", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("token", name="sessions_pk"),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name="sessions_account_id_fk"),
        sa.CheckConstraint("kind in ('cookie', 'api')", name=op.f("sessions_kind")),
    )
    op.create_index("sessions_account_id", "sessions", ["account_id"])


def _make_ledger() -> None:
    op.create_table(
        "purses",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("coins", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="purses_pk"),
        sa.CheckConstraint("coins >= 0 or id in ('house', 'mint')", name=op.f("purses_coins")),
    )
    op.create_table(
        "entries",
        sa.Column("id", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("round_id", sa.Text),
        sa.Column("note", sa.Text),
        sa.Column("operator", sa.Text),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="entries_pk"),
        sa.ForeignKeyConstraint(["round_id"], ["rounds.id"], name="entries_round_id_fk"),
        sa.UniqueConstraint("round_id", name="entries_round_id_unique"),
        sa.CheckConstraint(
            "kind in ('signup', 'refill', 'round', 'correction', 'deletion')",
            name=op.f("entries_kind"),
        ),
        sa.CheckConstraint(
            "(kind = 'round') = (round_id is not null)", name=op.f("entries_round_id")
        ),
        sa.CheckConstraint(
            "(kind = 'correction') = (operator is not null and note is not null)",
            name=op.f("entries_operator"),
        ),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "postings",
        sa.Column("entry_id", sa.BigInteger, nullable=False),
        sa.Column("line", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("purse", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("amount", sa.BigInteger, nullable=False),
        sa.Column("balance", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("entry_id", "line", name="postings_pk"),
        sa.ForeignKeyConstraint(["entry_id"], ["entries.id"], name="postings_entry_id_fk"),
        sa.ForeignKeyConstraint(["purse"], ["purses.id"], name="postings_purse_fk"),
        sa.UniqueConstraint("entry_id", "seat", name="postings_entry_id_unique"),
        sa.CheckConstraint(
            "balance >= 0 or purse in ('house', 'mint')", name=op.f("postings_balance")
        ),
        sa.CheckConstraint("seat between 0 and 3", name=op.f("postings_seat")),
        sqlite_with_rowid=False,
    )
    op.create_index("postings_purse_entry_id", "postings", ["purse", "entry_id"])
    op.create_table(
        "refills",
        sa.Column("account_id", sa.Text, nullable=False),
        sa.Column("day", sa.Integer, nullable=False, autoincrement=False),
        sa.PrimaryKeyConstraint("account_id", "day", name="refills_pk"),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name="refills_account_id_fk"),
        sqlite_with_rowid=False,
    )


def _make_the_rest() -> None:
    op.create_table(
        "results",
        sa.Column("round_id", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("account_id", sa.Text),
        sa.Column("room", sa.Text),
        sa.Column("ruleset", sa.Text, nullable=False),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column("coins", sa.BigInteger, nullable=False),
        sa.Column("rank_points", sa.Integer, nullable=False),
        sa.Column("won", sa.Boolean, nullable=False),
        sa.Column("by", sa.Text),
        sa.Column("tai", sa.Integer, nullable=False),
        sa.Column("total", sa.Integer, nullable=False),
        sa.Column("items", sa.Text, nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("round_id", "seat", name="results_pk"),
        sa.ForeignKeyConstraint(["round_id"], ["rounds.id"], name="results_round_id_fk"),
        sqlite_with_rowid=False,
    )
    op.create_index("results_account_id_ended", "results", ["account_id", "ended"])
    op.create_index("results_ended", "results", ["ended"])
    op.create_table(
        "reports",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("reporter", sa.Text, nullable=False),
        sa.Column("account_id", sa.Text, nullable=False),
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("round_id", sa.Text),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="reports_pk"),
    )
    op.create_table(
        "operator_acts",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("operator", sa.Text, nullable=False),
        sa.Column("act", sa.Text, nullable=False),
        sa.Column("target", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("request", sa.Text),
        sa.PrimaryKeyConstraint("id", name="operator_acts_pk"),
        sa.UniqueConstraint("request", name="operator_acts_request_unique"),
    )


def _take_over_guests() -> None:
    connection = op.get_bind()
    execute = connection.exec_driver_sql
    execute(
        "insert into accounts (id, name, kind, made) select id, name, 'guest', made from guests"
    )
    execute(
        "insert into sessions (token, account_id, kind, made, seen) "
        "select token, id, 'cookie', made, made from guests"
    )
    # The n-th guest's entry has the number n.
    execute(f"insert into purses (id, coins) select id, {_SIGNUP} from guests")
    execute("insert into purses (id, coins) values ('house', 0)")
    execute(f"insert into purses (id, coins) select 'mint', -{_SIGNUP} * count(*) from guests")
    numbered = "(select id, row_number() over (order by made, id) as number from guests) as guest"
    execute(
        "insert into entries (id, kind, made) "
        f"select number, 'signup', {time.time_ns() // 1_000_000} from {numbered}"
    )
    for line, purse, amount, balance in (
        (1, "'mint'", -_SIGNUP, f"-{_SIGNUP} * number"),
        (2, "id", _SIGNUP, str(_SIGNUP)),
    ):
        execute(
            "insert into postings (entry_id, line, purse, amount, balance) "
            f"select number, {line}, {purse}, {amount}, {balance} from {numbered}"
        )
    op.drop_table("guests")


def _forbid_changes() -> None:
    if op.get_bind().dialect.name == "sqlite":
        for table in _APPEND_ONLY:
            for act in ("update", "delete"):
                op.execute(
                    f"create trigger {table}_no_{act} before {act} on {table} "
                    f"begin select raise(abort, '{table} are only ever added'); end"
                )
            # "insert or replace" deletes without a trigger.
            there = " or ".join(
                f"exists (select 1 from {table} where {key})" for key in _KEYS[table]
            )
            op.execute(
                f"create trigger {table}_no_replace before insert on {table} when {there} "
                f"begin select raise(abort, '{table} are only ever added'); end"
            )
        return
    op.execute(
        "create function refuse_change() returns trigger language plpgsql as "
        "$$ begin raise exception '% are only ever added', tg_table_name; end $$"
    )
    for table in _APPEND_ONLY:
        op.execute(
            f"create trigger {table}_append_only before update or delete or truncate on {table} "
            "for each statement execute function refuse_change()"
        )
