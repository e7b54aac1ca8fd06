"""Who sits at which tables, so that nobody has to look through all of them."""

from __future__ import annotations


class Places:
    """The tables at which each account sits, by their ids, the one it sat down at last being last.

    Tables note who sits down and forget who leaves, once that is kept.
    """

    def __init__(self) -> None:
        self._tables: dict[str, list[str]] = {}

    def note(self, account_id: str, table_id: str) -> None:
        """Remember that an account sits at a table."""
        tables = self._tables.setdefault(account_id, [])
        if table_id in tables:
            tables.remove(table_id)
        tables.append(table_id)

    def forget(self, account_id: str, table_id: str) -> None:
        """Forget that an account sat at a table."""
        tables = self._tables.get(account_id, [])
        if table_id in tables:
            tables.remove(table_id)
            if not tables:
                del self._tables[account_id]

    def of(self, account_id: str) -> tuple[str, ...]:
        """Return the tables at which an account sits."""
        return tuple(self._tables.get(account_id, ()))
