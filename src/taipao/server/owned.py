"""What accounts own that coin rooms ask for: coins and rank points."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy import Connection

from taipao.server.schema import accounts, purses


class Owned(Struct, frozen=True):
    """The coins in an account's purse, and its rank points."""

    coins: int
    rank_points: int


_OWNED: Final = sa.select(purses.c.id, purses.c.coins, accounts.c.rank_points).where(
    purses.c.id == accounts.c.id,
    purses.c.id.in_(sa.bindparam("wanted", expanding=True)),
)


def owned(connection: Connection, wanted: Collection[str]) -> dict[str, Owned]:
    """Return what each of the accounts owns that has a purse."""
    if not wanted:
        return {}
    found = connection.execute(_OWNED, {"wanted": sorted(wanted)})
    return {row.id: Owned(row.coins, row.rank_points) for row in found}
