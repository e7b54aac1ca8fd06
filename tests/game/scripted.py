"""Rounds with a wall made to measure, played by a script of short words.

A test names the tiles it cares about; the rest of the wall is filled the same way every time, with
bonus and wild tiles where nobody draws them. A script is words like `"0 discard 5m"`,
`"1 pung & 2 win"` or `"pass"`; whoever is asked and not named passes. Every round played so is
read again by the second implementation, decisions included.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest

from taipao.errors import IllegalAction
from taipao.game.actions import Action, CancelReady, Chow, Discard, Kong, Pass, Pung, Win
from taipao.game.engine import automatic, decide
from taipao.game.legal import legal
from taipao.game.play import Play
from taipao.game.record import Seat, header
from taipao.game.state import SEATS, Round
from taipao.rules.ruleset import load_ruleset
from taipao.tiles import NAMES, NUMBER, TileName, format_tiles, parse, wild_faces
from tests.reference.options import Table, options
from tests.reference.round import check

DEALT = 65
QUIET_FROM = 122
"""Where bonus and wild tiles are put first: a round without kongs never draws that far."""

_SIMPLE: dict[str, Action] = {"win": Win(), "pung": Pung(), "pass": Pass(), "cancel": CancelReady()}


def made_wall(
    *,
    dealer: int,
    hands: dict[int, str],
    draws: str,
    tail: str,
    indicators: str,
    later: dict[int, str],
) -> tuple[TileName, ...]:
    """Return a wall of 144 tiles that deals `hands` and then gives `draws` and `tail`.

    `indicators` are the wall's last tile and the last but one; `later` places tiles by the number
    of their draw from the head, from 0.
    """
    wall: dict[int, int] = {}
    last, last_but_one = parse(indicators)
    wall[143], wall[142] = last, last_but_one
    for seat, text in hands.items():
        places = seat_places(dealer, seat)
        tiles = parse(text)
        assert len(tiles) <= len(places), f"seat {seat} gets {len(places)} tiles"
        wall |= dict(zip(places, tiles, strict=False))
    wall |= {DEALT + at: tile for at, tile in enumerate(parse(draws))}
    wall |= {DEALT + at: parse(text)[0] for at, text in later.items()}
    wall |= {141 - at: tile for at, tile in enumerate(parse(tail))}

    left = Counter({face: 4 if face < 34 else 1 for face in range(42)})
    left.subtract(wall.values())
    assert min(left.values()) >= 0, f"too many of {[NAMES[f] for f in left if left[f] < 0]}"
    wild = wild_faces((last, last_but_one))
    loud = [face for face in left.elements() if face in wild or face == 31 or face >= 34]
    quiet = [face for face in left.elements() if face not in loud]
    free = [place for place in range(144) if place not in wall]
    hidden = sorted(free, key=lambda place: (place < QUIET_FROM, abs(place - QUIET_FROM)))
    wall |= dict(zip(hidden, loud, strict=False))
    rest = [place for place in free if place not in wall]
    # Every seventh of the quiet tiles, so that no filled hand comes near anything.
    spread = [quiet[at] for start in range(7) for at in range(start, len(quiet), 7)]
    wall |= dict(zip(rest, spread, strict=True))
    return tuple(NAMES[wall[place]] for place in range(144))


def seat_places(dealer: int, seat: int) -> list[int]:
    """Return where in the wall a seat's dealt tiles are (P2)."""
    offset = (seat - dealer) % SEATS
    places = [4 * (offset + SEATS * turn) + at for turn in range(4) for at in range(4)]
    return [*places, 64] if offset == 0 else places


def word(action: Action) -> str:
    """Write an action as scripts do."""
    match action:
        case Kong(tile):
            return f"kong {tile}"
        case Chow((first, second)):
            return f"chow {first}{second}"
        case Discard(tile, ready):
            return f"{'ready' if ready else 'discard'} {tile}"
    return next(name for name, simple in _SIMPLE.items() if simple == action)


def action_of(words: str) -> Action:
    """Read an action as scripts write it."""
    name, *tiles = words.split()
    if name in _SIMPLE:
        return _SIMPLE[name]
    named = tuple(NAMES[tile] for tile in parse(tiles[0]))
    if name == "chow":
        first, second = named
        return Chow((first, second))
    return Kong(named[0]) if name == "kong" else Discard(named[0], ready=name == "ready")


class Scripted:
    """A round on a wall made to measure; see `made_wall` for how it is laid out."""

    def __init__(
        self,
        ruleset: Any = "standard",
        *,
        dealer: int = 0,
        hands: dict[int, str] | None = None,
        draws: str = "",
        tail: str = "",
        indicators: str = "9s9p",
        later: dict[int, str] | None = None,
    ) -> None:
        self.wall = made_wall(
            dealer=dealer,
            hands=hands or {},
            draws=draws,
            tail=tail,
            indicators=indicators,
            later=later or {},
        )
        rules = load_ruleset(ruleset)
        first = header(
            rules,
            [Seat(f"seat {seat}") for seat in range(SEATS)],
            number=1,
            dealer=dealer,
            secret=bytes(32),
            contributions=[None] * SEATS,
        )
        self.game = Play(first, ruleset=rules, wall=self.wall)
        self.stops: dict[int, list[Any]] = {}
        self._stopped()

    # What stands on the table.

    @property
    def round(self) -> Round:
        return self.game.round

    @property
    def board(self) -> Any:
        return self.round.board

    @property
    def phase(self) -> str:
        return str(self.board.phase)

    @property
    def result(self) -> Any:
        assert self.board.result is not None, "the round goes on"
        return self.board.result

    def hand(self, seat: int) -> str:
        return format_tiles(self.round.owns[seat].hand.tiles())

    def melds(self, seat: int) -> list[str]:
        """Return a seat's melds in words, e.g. `"pung 555m"`."""
        melds = self.board.seats[seat].melds
        return [f"{m.kind} {format_tiles(NUMBER[name] for name in m.tiles)}" for m in melds]

    def bonus(self, seat: int) -> str:
        return format_tiles(NUMBER[name] for name in self.board.seats[seat].bonus)

    def legal(self, seat: int) -> list[str]:
        return [word(action) for action in legal(self.round, seat)]

    def discards(self, seat: int) -> str:
        """Return the tiles a seat may discard."""
        actions = legal(self.round, seat)
        return format_tiles(
            NUMBER[a.tile] for a in actions if isinstance(a, Discard) and not a.ready
        )

    @property
    def asked(self) -> dict[int, list[str]]:
        """Whoever has something to answer, and what, in words."""
        offers = self.game.decision.offers
        return {seat: [word(action) for action in actions] for seat, actions in offers.items()}

    @property
    def events(self) -> list[dict[str, Any]]:
        """Every event so far, in full."""
        lines = map(msgspec.json.decode, self.game.unfinished().splitlines())
        return [line["event"] for line in lines if "event" in line]

    def of_type(self, *types: str) -> list[dict[str, Any]]:
        return [event for event in self.events if event["type"] in types]

    def types(self) -> list[str]:
        return [event["type"] for event in self.events]

    @property
    def won(self) -> dict[str, Any]:
        """The circumstances of the win."""
        (event,) = self.of_type("won")
        return event

    def items(self, seat: int) -> dict[str, int]:
        """Return what a seat scored, by rule id."""
        total: Counter[str] = Counter()
        for item in self.result.sheets[seat].items:
            total[item.rule] += item.tai
        return dict(total)

    # How it is played.

    def play(self, *steps: str) -> Scripted:
        """Play a script, step by step; claims that stand in its way are passed."""
        for step in steps:
            if step == "pass":
                self._answer({})
                continue
            answers = {}
            for part in step.split(" & "):
                seat, words = part.split(" ", 1)
                answers[int(seat)] = action_of(words)
            if CancelReady() in answers.values():
                (who,) = answers
                self.game.cancel_ready(who, "player")
                self._stopped()
                continue
            while self.phase in ("claims", "share_out") and not self._offered(answers):
                self._answer({})
            self._answer(answers)
        return self

    def _offered(self, answers: dict[int, Action]) -> bool:
        offers = self.game.decision.offers
        return all(action in offers.get(seat, ()) for seat, action in answers.items())

    def _answer(self, answers: dict[int, Action]) -> None:
        decision = self.game.decision
        for seat in decision.waiting:
            self.game.answer(seat, decision.id, answers.pop(seat, Pass()), "player")
        assert not answers, f"not asked: {answers}, asked are {self.asked}"
        self._go_on()

    def _go_on(self) -> None:
        assert self.game.go_on() is not None, "somebody still owes an answer"
        self._stopped()
        while automatic(self.round) is not None:
            self.game.go_on()
            self._stopped()

    def let_go(self) -> Scripted:
        """Let the seat to act discard: the tile just drawn if it may, else its first."""
        seat = self.board.turn
        drawn = self.round.owns[seat].drawn
        choices = [a for a in legal(self.round, seat) if isinstance(a, Discard) and not a.ready]
        self._answer({seat: next((a for a in choices if a.tile == drawn), choices[0])})
        return self

    def drain(self, left: int | None = None) -> Scripted:
        """Let go and pass until a turn with `left` tiles in the wall, or until the end."""
        while self.phase != "ended" and not (self.phase == "turn" and self.board.left == left):
            if self.phase == "turn":
                self.let_go()
            else:
                self._answer({})
        assert left is None or self.phase == "turn", f"never a turn with {left} tiles left"
        return self

    def refuses(self, seat: int, words: str) -> None:
        """Check that an action is refused and changes nothing (S5)."""
        before = self.round
        assert words not in self.legal(seat)
        with pytest.raises(IllegalAction) as refusal:
            decide(self.round, seat, action_of(words))
        assert str(refusal.value)
        assert self.round == before

    # How it is checked.

    def _stopped(self) -> None:
        lines = self.game.unfinished().count(b"\n")
        lists = [legal(self.round, seat) for seat in range(SEATS)]
        self.stops[lines] = msgspec.json.decode(msgspec.json.encode(lists))

    def check(self) -> None:
        """Read the round again with the second implementation, and compare every decision."""

        def compare(line: int, table: Table) -> None:
            for seat in range(SEATS):
                assert self.stops[line][seat] == options(table, seat), (line, seat)

        whole = self.game.over
        record = self.game.record() if whole else self.game.unfinished()
        check(record, tiles=list(self.wall), stop=compare, whole=whole)
