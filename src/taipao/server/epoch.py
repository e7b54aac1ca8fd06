"""The epoch: how often a server has started on PostgreSQL, so that only the last one writes."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import Connection

from taipao.server.schema import epoch


def raise_epoch(connection: Connection) -> int:
    """Begin the epoch of a server that starts; return its number."""
    connection.execute(sa.update(epoch).values(number=epoch.c.number + 1))
    return epoch_of(connection)


def epoch_of(connection: Connection) -> int:
    """Return the number of the epoch: whoever knows another one is not the last to have started."""
    number: int = connection.execute(sa.select(epoch.c.number)).scalar_one()
    return number
