"""The exceptions of the package.

::

    TaipaoError
    ├── BadRequest       malformed or impossible input
    │   ├── TileError        tile notation that cannot be read
    │   ├── Impossible       a position that no round can reach, with a code
    │   └── RuleSetError     an unknown rule set, field or value
    ├── NotAWin          a well-formed hand that does not win
    ├── IllegalAction    an action the engine refuses, with its reason
    ├── RecordError      a record that cannot be read or replayed, with its line
    ├── VerifyError      a wall or commitment that does not follow from what was revealed
    ├── SettingsError    a setting of the server that is unknown or out of its bounds
    ├── RoundFault       a round of a simulation that breaks a law of the game: a fault in here
    ├── StoreFault       something that the database refuses to keep, or a database refused
    │   └── StoreAway        the database cannot be reached just now
    ├── LedgerFault      something in the ledger that does not add up, with its entry
    ├── ClientError      something between a program that plays and its server
    │   ├── CallRefused      a request that was not granted, with its HTTP status
    │   ├── MessageRefused   a message that the table did not accept, with its code
    │   ├── TableFrozen      the table has met a fault of its own and stopped for good
    │   ├── SeatLost         a newer socket has the seat, or the server lets this one never back
    │   └── ServerLost       the server does not answer, or not again
    └── TablesMissing    the suit tables have not been built

Every message is written for a person: it says what is wrong and where.
"""

from typing import Literal

ImpossibleCode = Literal[
    "wild_melded",
    "no_chow",
    "meld_size",
    "bonus_melded",
    "not_a_run",
    "not_alike",
    "no_bonus_kong",
    "not_a_bonus_kong",
    "bonus_in_hand",
    "not_bonus",
    "wild_aside",
    "too_many",
    "too_many_melds",
    "hand_size",
    "won_on_bonus",
    "kong_without_bloom",
    "bloom_not_drawn",
    "nothing_aside",
    "no_such_kong",
    "robbed_wild",
    "robbed_held",
    "opening_melded",
    "heavenly_not_east",
    "heavenly_not_drawn",
    "heavenly_bloom",
    "earthly_east",
    "earthly_robbed",
    "no_share_out",
    "share_out_not_drawn",
    "share_out_bloom",
    "share_out_opening",
]
"""Why a position cannot be; the page has words for each in both languages. Only ever added to."""


class TaipaoError(Exception):
    """Root of everything this package raises on purpose."""


class BadRequest(TaipaoError):  # noqa: N818 (named for what it is)
    """Malformed or impossible input."""


class TileError(BadRequest):
    """Tile notation that cannot be read.

    ``offending`` holds the characters, ``position`` the index of the first of them, from 0.
    """

    def __init__(self, message: str, offending: str, position: int) -> None:
        super().__init__(message)
        self.offending = offending
        self.position = position


class Impossible(BadRequest):
    """A position that no round can reach.

    ``code`` is short and stable, ``where`` the field at fault (``melds[1].tiles``), ``tile`` the
    tile's name, ``count`` how many there are and ``expected`` how many there may be.
    """

    def __init__(
        self,
        code: ImpossibleCode,
        where: str,
        message: str,
        *,
        tile: str | None = None,
        count: int | None = None,
        expected: int | None = None,
    ) -> None:
        super().__init__(f"{where}: {message}")
        self.code = code
        self.where = where
        self.tile = tile
        self.count = count
        self.expected = expected


class RuleSetError(BadRequest):
    """An unknown rule set, field or value. ``field`` names it."""

    def __init__(self, message: str, field: str | None = None) -> None:
        super().__init__(message)
        self.field = field


class NotAWin(TaipaoError):  # noqa: N818 (named for what it is)
    """A well-formed hand that does not win."""


class IllegalAction(TaipaoError):  # noqa: N818 (named for what it is)
    """An action the engine refuses. ``reason`` is a short stable code."""

    def __init__(self, message: str, reason: str = "illegal") -> None:
        super().__init__(message)
        self.reason = reason


class RecordError(TaipaoError):
    """A record that cannot be read or replayed. ``line`` counts from 1."""

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message if line is None else f"line {line}: {message}")
        self.line = line


class VerifyError(TaipaoError):
    """A wall or commitment that does not follow from what was revealed."""


class SettingsError(TaipaoError):
    """A setting of the server that is unknown or out of its bounds; says where it was given."""


class RoundFault(TaipaoError):  # noqa: N818 (named for what it is)
    """A round of a simulation that breaks a law of the game: a fault in this program.

    ``record`` is the round's record as far as it goes, empty where there is none.
    """

    def __init__(self, message: str, record: bytes = b"") -> None:
        super().__init__(message)
        self.record = record


class StoreFault(TaipaoError):  # noqa: N818 (named for what it is)
    """Something that the database refuses to keep, or a database that cannot be used."""


class StoreAway(StoreFault):
    """The database cannot be reached just now; the same may work later."""


class LedgerFault(TaipaoError):  # noqa: N818 (named for what it is)
    """Something in the ledger that is not as it must be. ``entry`` is its number, if one."""

    def __init__(self, message: str, entry: int | None = None) -> None:
        super().__init__(message if entry is None else f"entry {entry}: {message}")
        self.entry = entry


class ClientError(TaipaoError):
    """Something between a program that plays (`taipao.client`) and its server."""


class CallRefused(ClientError):  # noqa: N818 (named for what it is)
    """A request that was not granted. ``status`` is that of HTTP."""

    def __init__(self, message: str, status: int) -> None:
        super().__init__(message)
        self.status = status


class MessageRefused(ClientError):  # noqa: N818 (named for what it is)
    """A message that the table did not accept. ``code`` is one of docs/protocol.md."""

    def __init__(self, message: str, code: str) -> None:
        super().__init__(message)
        self.code = code


class TableFrozen(ClientError):  # noqa: N818 (named for what it is)
    """The table has stopped for good. ``record`` is where what was played is, if anything was."""

    def __init__(self, message: str, record: str | None) -> None:
        super().__init__(message)
        self.record = record


class SeatLost(ClientError):  # noqa: N818 (named for what it is)
    """A newer socket has the seat, or the server will never let this one back."""


class ServerLost(ClientError):  # noqa: N818 (named for what it is)
    """The server does not answer, or has not come back in time."""


class TablesMissing(TaipaoError):  # noqa: N818 (named for what it is)
    """The suit tables have not been built, or are of another version."""
