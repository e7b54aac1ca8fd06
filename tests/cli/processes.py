"""`taipao` as a process of its own: started, spoken to, told to end, killed."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from websockets.exceptions import ConnectionClosedError
from websockets.sync.client import ClientConnection, connect

from taipao.server.protocol import PROTOCOL

PROGRAM = "import sys; from taipao.cli import main; sys.exit(main())"
SECONDS = 30

Message = dict[str, Any]


class Process:
    """A running server."""

    def __init__(self, process: subprocess.Popen[str], address: str) -> None:
        self.process = process
        self.address = address

    @property
    def port(self) -> int:
        found = re.search(r":(\d+)/", self.address)
        assert found
        return int(found[1])

    def end(self, sent: signal.Signals = signal.SIGTERM) -> tuple[int, str]:
        """Send a signal; return the exit status and what it had to complain of."""
        self.process.send_signal(sent)
        _, complaints = self.process.communicate(timeout=SECONDS)
        return self.process.returncode, complaints


@contextmanager
def started(*arguments: str, **environment: str) -> Iterator[Process]:
    """Start `taipao ARGUMENTS` and wait until it says where it is; kill it if it is still there."""
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | environment,
    ) as process:
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            found = re.search(r"http://\S+", line)
            if found is None:
                _, complaints = process.communicate(timeout=SECONDS)
                raise AssertionError(f"it did not start: {line}{complaints}")
            yield Process(process, found[0])
        finally:
            if process.poll() is None:
                process.kill()


class Talk:
    """A socket to a table, and the cookie that it was given."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        assert socket.response is not None
        self.cookie = socket.response.headers.get("set-cookie", "").split(";")[0]

    def send(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def until(self, *types: str) -> Message:
        """Receive up to the next message of one of the types."""
        while True:
            message: Message = json.loads(self.socket.recv(timeout=SECONDS))
            if message["type"] in types:
                return message

    def asked(self, view: Message | None = None) -> tuple[Message, Message]:
        """Receive up to the next decision; return the round's view and it.

        Bots that do not wait may end a round before anybody is asked: then in the next round.
        """
        while True:
            message = self.until("view", "decision", "round_over")
            if message["type"] == "view":
                view = message
            elif message["type"] == "round_over":
                self.send(type="start")
            else:
                assert view is not None, "a decision comes after a view"
                return view, message

    def closed(self) -> int | None:
        """Read until the server closes the socket; return its code."""
        with suppress(ConnectionClosedError):
            for _ in self.socket:
                continue
        return self.socket.close_code

    def discard(self, decision: Message) -> None:
        """Answer a decision by the last action that it offers."""
        actions = [one for one in decision["actions"] if one["type"] != "cancel_ready"]
        self.send(type="act", decision=decision["id"], action=actions[-1])


@contextmanager
def talking(port: int, cookie: str = "", **hello: Any) -> Iterator[Talk]:
    """Connect and say hello."""
    headers = {"cookie": cookie} if cookie else {}
    with connect(f"ws://127.0.0.1:{port}/ws", additional_headers=headers) as socket:
        talk = Talk(socket)
        talk.send(type="hello", protocol=PROTOCOL, **hello)
        yield talk
