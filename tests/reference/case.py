"""One way to look at a request: what the rules are asked about."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from .readings import View
from .request import EXPOSED, Meld, Request, Win
from .tiles import GREEN, RED, is_honour, is_suit


@dataclass(frozen=True)
class Case:
    """A request and, for a winner with the shape, one reading of the concealed tiles."""

    request: Request
    view: View

    @property
    def win(self) -> Win:
        assert self.request.win is not None
        return self.request.win

    def tai(self, rule: str) -> Any:
        return self.request.ruleset.tai[rule]

    def field(self, name: str) -> Any:
        return self.request.ruleset[name]

    @cached_property
    def kinds_that_pay(self) -> tuple[str, ...]:
        """The kinds of B6 and A2: 中, 发 and the own wind."""
        return (RED, GREEN, self.request.wind)

    @cached_property
    def konged(self) -> frozenset[str]:
        return frozenset(meld.tile for meld in self.request.kongs)

    @cached_property
    def melded_pungs(self) -> frozenset[str]:
        return frozenset(meld.tile for meld in self.request.melds if meld.kind == "pung")

    @cached_property
    def triplets(self) -> frozenset[str]:
        """Honours that are a triplet, pung or kong."""
        return self.view.triplets | self.melded_pungs | self.konged

    @cached_property
    def exposed_kongs(self) -> tuple[Meld, ...]:
        return tuple(meld for meld in self.request.kongs if meld.kind in EXPOSED)

    @cached_property
    def concealed_kongs(self) -> tuple[Meld, ...]:
        return tuple(meld for meld in self.request.kongs if meld.kind == "concealed_kong")

    @property
    def has_chow(self) -> bool:
        return self.view.chows or any(meld.kind == "chow" for meld in self.request.melds)

    @property
    def only_chows(self) -> bool:
        return not self.view.others and all(meld.kind == "chow" for meld in self.request.melds)

    @cached_property
    def meld_tiles(self) -> list[str]:
        """Melded tiles but those of opening kongs, which are neutral (A4k)."""
        return [t for m in self.request.melds if m.kind != "bonus_kong" for t in m.tiles]

    @cached_property
    def suits(self) -> frozenset[str]:
        return self.view.suits | {tile[1] for tile in self.meld_tiles if is_suit(tile)}

    @cached_property
    def honours(self) -> bool:
        return self.view.honours or any(map(is_honour, self.meld_tiles))


def full_flush(case: Case) -> bool:
    """V7, A12: one suit. Flowers are neutral, a white is an honour (W2)."""
    return len(case.suits) == 1 and not case.honours


def half_flush(case: Case) -> bool:
    """V8, A13: one suit and at least one honour."""
    return len(case.suits) == 1 and case.honours


def all_triplets(case: Case) -> bool:
    """V9, A14: no set is a chow."""
    return not case.has_chow


def four_winds(case: Case) -> bool:
    """V10, A15: four triplets or kongs of winds, or three and a pair where the field allows it."""
    winds = {f"{number}z" for number in range(1, 5)}
    missing = winds - case.triplets
    if not missing:
        return True
    return case.field("four_winds_pair") and missing == {case.view.pair}
