"""Who plays the rounds of a contest: compiled bots where there are any, else those in Python.

Both deal the same walls, so a bot that leaves nothing to chance comes to the same results in both.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from importlib.util import find_spec
from typing import Final, Literal

from taipao.bots import NAMES, make
from taipao.bots.simulation import play_out
from taipao.errors import BadRequest
from taipao.game.play import Play
from taipao.game.record import Seat, header
from taipao.game.state import SEATS
from taipao.hand import MeldKind
from taipao.rules.ruleset import RuleSet
from taipao.trials.arena import Contest, Player, Seating, Side, WallResult, seatings

Engine = Literal["compiled", "python"]

_WALLS: Final = "taipao-batch-1"
"""As in `sim/batch.py`, which plain installs cannot import: the same walls."""
_CHANCE: Final = "taipao-arena-1"
_CLAIMS: Final[tuple[MeldKind, ...]] = ("chow", "pung", "exposed_kong", "added_kong")


def engine_for(bots: Sequence[str], wanted: str | None = None) -> Engine:
    """Choose who plays these bots: compiled code if it has them all and is installed.

    Raises `BadRequest` for a bot that does not exist, or not in what is `wanted`.
    """
    for name in bots:
        if name not in NAMES:
            raise BadRequest(f"there is no bot {name[:40]!r}; there are {', '.join(NAMES)}")
    if wanted == "python":
        return "python"
    installed = find_spec("numba") is not None
    if installed:
        from taipao.sim.rollout import BOTS

        missing = [name for name in bots if name not in BOTS]
        if not missing:
            return "compiled"
    if wanted == "compiled":
        raise BadRequest(
            f"there is no compiled bot {missing[0]!r}"
            if installed
            else "compiled bots need Numba; install it with: pip install 'taipao[sim]'"
        )
    return "python"


def player(
    engine: Engine, contest: Contest, ruleset: RuleSet, seed: int, *, cores: int = 1
) -> Player:
    """Return what plays a contest's walls; `cores` counts for compiled bots alone."""
    if engine == "compiled":
        return _compiled(contest, ruleset, seed, cores)
    return _in_python(contest, ruleset, seed)


def _compiled(contest: Contest, ruleset: RuleSet, seed: int, cores: int) -> Player:
    import numpy as np

    from taipao.sim.batch import numbers_of, play
    from taipao.sim.ruledata import MELD_KINDS
    from taipao.sim.table import NOBODY, WINNER

    seated = np.array(seatings(contest.format))
    first, second = numbers_of((contest.first, contest.second))
    bots = np.where(seated, first, second)
    claims = [MELD_KINDS.index(kind) for kind in _CLAIMS]

    def play_walls(walls: range) -> list[WallResult]:
        count = len(walls), len(seated)
        tables = play(
            ruleset, seed, np.repeat(walls, count[1]), np.tile(bots, (count[0], 1)), cores=cores
        )
        winner = tables["numbers"][:, WINNER]
        won = winner[:, None] == np.arange(SEATS)
        melds = np.arange(5) < tables["melds"][:, :, None]
        claimed = (np.isin(tables["meld_kinds"], claims) & melds).sum(axis=2)
        figures = np.stack(
            [tables["points"], won, tables["totals"] * won, claimed, tables["ready"]]
        ).reshape(5, *count, SEATS)
        ours = np.einsum("fwsj,sj->wf", figures, seated.astype(np.int64)).tolist()
        theirs = np.einsum("fwsj,sj->wf", figures, (~seated).astype(np.int64)).tolist()
        draws = (winner == NOBODY).reshape(count).sum(axis=1).tolist()
        return [
            WallResult(wall, draws[place], Side(*ours[place]), Side(*theirs[place]))
            for place, wall in enumerate(walls)
        ]

    return play_walls


def _in_python(contest: Contest, ruleset: RuleSet, seed: int) -> Player:
    def play_wall(wall: int) -> WallResult:
        sides = [[0] * 5, [0] * 5]
        draws = 0
        for seating in seatings(contest.format):
            draws += _add_round(contest, ruleset, seed, wall, seating, sides)
        return WallResult(wall, draws, Side(*sides[0]), Side(*sides[1]))

    return lambda walls: [play_wall(wall) for wall in walls]


def _add_round(
    contest: Contest,
    ruleset: RuleSet,
    seed: int,
    wall: int,
    seating: Seating,
    sides: list[list[int]],
) -> bool:
    """Play one round and add its figures to both sides; tell whether it was a draw."""
    names = [contest.first if ours else contest.second for ours in seating]
    play = Play(
        header(
            ruleset,
            [Seat(name, name) for name in names],
            number=wall + 1,
            dealer=wall % SEATS,
            secret=secret_of(seed, wall),
            contributions=(None,) * SEATS,
        ),
        ruleset=ruleset,
    )
    play_out(play, [make(name, _chance(seed, wall, seat)) for seat, name in enumerate(names)])
    board, result = play.round.board, play.round.board.result
    assert result is not None, "a round that is over has a result"
    for seat, ours in enumerate(seating):
        won = seat == result.winner
        total = result.sheets[seat].total if won and result.sheets is not None else 0
        claims = sum(meld.kind in _CLAIMS for meld in board.seats[seat].melds)
        ready = board.seats[seat].ready or play.round.owns[seat].ready
        side = sides[0 if ours else 1]
        for place, figure in enumerate((result.points[seat], won, total, claims, ready)):
            side[place] += figure
    return result.winner is None


def secret_of(seed: int, wall: int) -> bytes:
    """Return the secret of a run's wall, 32 bytes."""
    master = hashlib.sha256(f"{_WALLS} {seed}".encode()).digest()
    return hashlib.sha256(master + wall.to_bytes(8, "big")).digest()


def _chance(seed: int, wall: int, seat: int) -> int:
    digest = hashlib.sha256(f"{_CHANCE} {seed} {wall} {seat}".encode()).digest()
    return int.from_bytes(digest[:8], "big")
