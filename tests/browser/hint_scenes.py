"""Hints laid out by hand, sent when they are asked for."""

from __future__ import annotations

from typing import Any

from tests.browser.messages import (
    WAITS,
    Message,
    act,
    decision,
    discards,
    tiles,
    view,
    welcome,
    whole,
)
from tests.browser.scenes import SCENES
from tests.browser.seats import SHORT_RIVERS


def prospect(distance: int, useful: str = "", waits: list[Message] | None = None) -> Message:
    helpful = [{"tile": tile, "unseen": 1 + place % 4} for place, tile in enumerate(tiles(useful))]
    waits = waits or []
    return {
        "distance": distance,
        "unseen": sum(one["unseen"] for one in [*helpful, *waits]),
        "useful": helpful,
        "waits": waits,
    }


def hints(**other: Any) -> Message:
    return {
        "type": "hints",
        "decision": 41,
        "distance": 1,
        "hand": None,
        "discards": [],
        "melds": [],
        "no_win": "far",
        **other,
    }


HINTED: dict[str, list[Message]] = {
    "hints": [
        welcome(),
        whole(view(seats=SHORT_RIVERS)),
        decision(*discards("19m258p1379s22467z5p")),
        hints(
            discards=[
                {"tile": "1m", "best": True, "leaves": prospect(0, waits=WAITS)},
                {"tile": "9m", "best": False, "leaves": prospect(1, "123456789m12345p")},
                {"tile": "7z", "best": False, "leaves": prospect(1, "5m")},
                *(
                    {"tile": tile, "best": False, "leaves": prospect(2, "147m258p369s")}
                    for tile in tiles("2p5p8p1s3s7s9s2z4z6z")
                ),
            ]
        ),
    ],
    "hints_of_a_claim": [
        *SCENES["chows"],
        hints(
            distance=1,
            hand=prospect(1, "1469p"),
            melds=[
                {
                    "action": act("chow", tiles=pair),
                    "kind": "chow",
                    "discard": "9s",
                    "leaves": prospect(0, waits=WAITS),
                }
                for pair in (["2p", "3p"], ["3p", "5p"], ["5p", "6p"])
            ]
            + [
                {
                    "action": act("pung"),
                    "kind": "pung",
                    "discard": "9m",
                    "leaves": prospect(1, "12p"),
                },
                {
                    "action": act("kong", tile="4p"),
                    "kind": "exposed_kong",
                    "discard": None,
                    "leaves": prospect(2, ""),
                },
            ],
            no_win=None,
        ),
    ],
}
