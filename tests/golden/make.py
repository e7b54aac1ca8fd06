"""Write the golden rounds anew: `python -m tests.golden.make` (see README.md here)."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from taipao.bots import Bot, make
from taipao.game.actions import Action, CancelReady
from taipao.game.legal import legal
from taipao.game.play import Play
from taipao.game.record import EventLine, Seat, header, read
from taipao.game.replay import Step, steps
from taipao.game.state import SEATS, Round
from taipao.game.view import project, wire
from taipao.rules.ruleset import load_ruleset

HERE = Path(__file__).parent
FULL_VIEWS_EVERY = 40

GREEDY = ("greedy",) * SEATS
RANDOM = ("random",) * SEATS
LOCKED = {"base": "standard", "set": {"ready": "locked", "ready_tai": 2, "opening_four_kong": True}}

# Seeds were searched for what the names say; together the rounds hold every event and action.
ROUNDS: dict[str, tuple[Any, int, tuple[str, ...]]] = {
    "standard-all-kongs": ("standard", 70, GREEDY),
    "standard-robbed-kong": ("standard", 5190, GREEDY),
    "standard-share-out": ("standard", 26, RANDOM),
    "standard-ready-cancelled": ("standard", 194, RANDOM),
    "standard-exhaustive-draw": ("standard", 1001, RANDOM),
    "standard-kill-pig": ("standard", 1147, GREEDY),
    "standard-locked": (LOCKED, 8, GREEDY),
    "alternate-all-kongs": ("alternate", 70, GREEDY),
    "alternate-bloom": ("alternate", 31, GREEDY),
    "alternate-equal-indicators": ("alternate", 18, GREEDY),
    "alternate-opening-kong": ("alternate", 402, GREEDY),
}


def play(spec: Any, seed: int, bots: tuple[str, ...]) -> bytes:
    """Play one round by bots from a seed and return its record."""
    ruleset = load_ruleset(spec)
    random = Random(seed)
    secret = random.randbytes(32)
    contributions = [random.randbytes(8), None, None, None]
    seats = [Seat(name, name) for name in bots]
    first = header(
        ruleset,
        seats,
        number=1,
        dealer=random.randrange(SEATS),
        secret=secret,
        contributions=contributions,
    )
    choosers = [make(name, seed + seat) for seat, name in enumerate(bots)]
    game = Play(first, ruleset=ruleset)
    while not game.over:
        for seat in game.decision.waiting:
            _ask(game, seat, choosers[seat])
        game.go_on()
    return game.record()


def _ask(game: Play, seat: int, bot: Bot) -> None:
    while seat in game.decision.waiting:
        action = bot.choose(project(game.round, seat), game.decision.offers[seat])
        if isinstance(action, CancelReady):
            game.cancel_ready(seat, "bot")
        else:
            game.answer(seat, game.decision.id, action, "bot")


def legal_text(round_: Round, seat: int) -> str:
    """Write a seat's legal actions on one line, in their order."""
    return "|".join(_word(action) for action in legal(round_, seat))


def _word(action: Action) -> str:
    tag = str(type(action).__struct_config__.tag)
    fields = [getattr(action, name) for name in action.__struct_fields__]
    words = [
        "ready" if field is True else " ".join(field) if isinstance(field, tuple) else field
        for field in fields
        if field is not False
    ]
    return " ".join([tag, *words])


def described(record: bytes) -> Iterator[bytes]:
    """Yield the lines of a steps file for a record."""
    parsed = read(record)
    last = len(parsed.lines) + 1
    for step in steps(parsed):
        line = _described(step, full=step.number % FULL_VIEWS_EVERY == 0 or step.number == last)
        yield msgspec.json.encode(line, order="sorted") + b"\n"


def _described(step: Step, *, full: bool) -> dict[str, Any]:
    texts = {str(seat): legal_text(step.round, seat) for seat in range(SEATS)}
    line: dict[str, Any] = {
        "line": step.number,
        "legal": {seat: text for seat, text in texts.items() if text},
    }
    if isinstance(step.line, EventLine):
        views = [wire(project(step.round, seat)) for seat in range(SEATS)]
        encoded = [msgspec.json.encode(view, order="sorted") for view in views]
        line["event"] = step.line.event
        line["number"] = step.line.number
        line["digests"] = [hashlib.sha256(view).hexdigest() for view in encoded]
        if full:
            line["views"] = views
    return line


def main() -> None:
    """Write every golden round and its steps."""
    for name, (spec, seed, bots) in ROUNDS.items():
        record = play(spec, seed, bots)
        (HERE / f"{name}.jsonl").write_bytes(record)
        (HERE / f"{name}.steps.jsonl").write_bytes(b"".join(described(record)))


if __name__ == "__main__":
    main()
