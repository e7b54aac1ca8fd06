"""Which sockets each account has open, so that they can be closed when it signs out."""

from __future__ import annotations

from msgspec import Struct

from taipao.server.accounts import Ban
from taipao.server.outbox import CLOSE_BANNED, CLOSE_SIGNED_OUT, Outbox
from taipao.server.protocol import Banned


class Socket(Struct, eq=False):
    """One open socket, and the hashed token of the session that opened it."""

    token: bytes
    outbox: Outbox


class Sockets:
    """Every open socket of a server, by account.

    `closings` counts how often sockets were to be closed: whoever looked a session up before one
    of them has to look again.
    """

    def __init__(self) -> None:
        self._open: dict[str, list[Socket]] = {}
        self.closings = 0

    def add(self, account_id: str, socket: Socket) -> None:
        """Note a socket that an account has opened."""
        self._open.setdefault(account_id, []).append(socket)

    def remove(self, account_id: str, socket: Socket) -> None:
        """Forget a socket that is gone."""
        self._open[account_id].remove(socket)
        if not self._open[account_id]:
            del self._open[account_id]

    def unclosed(self, closings: int) -> bool:
        """Tell whether none was to be closed since there were so many `closings`."""
        return closings == self.closings

    def renew(self, account_id: str, old: bytes, new: bytes) -> None:
        """Note that a session goes on by another token."""
        for socket in self._open.get(account_id, ()):
            if socket.token == old:
                socket.token = new

    def close(self, account_id: str, *, only: bytes | None = None) -> None:
        """Close the sockets of an account, or only those of one of its sessions."""
        self.closings += 1
        for socket in self._open.get(account_id, ()):
            if only is None or socket.token == only:
                socket.outbox.close(CLOSE_SIGNED_OUT)

    def ban(self, account_id: str, ban: Ban) -> None:
        """Tell the sockets of an account that it is banned, until when and why, and close them."""
        self.closings += 1
        for socket in self._open.get(account_id, ()):
            socket.outbox.post(Banned(ban.until, ban.reason))
            socket.outbox.close(CLOSE_BANNED)

    def close_others(self, account_id: str, own: bytes) -> None:
        """Close the sockets of all sessions of an account but one."""
        self.closings += 1
        for socket in self._open.get(account_id, ()):
            if socket.token != own:
                socket.outbox.close(CLOSE_SIGNED_OUT)
