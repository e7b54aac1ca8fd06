"""Tables with as much on them as there can be: the longest names, the most tiles at each place."""

from __future__ import annotations

from tests.browser.messages import (
    WAITS,
    Message,
    act,
    decision,
    discards,
    event,
    meld,
    over,
    player,
    river,
    seat,
    tiles,
    view,
    welcome,
    whole,
)
from tests.browser.results import WON, WON_SHEETS, won_result
from tests.browser.seats import FULL_SEATS, SHORT_RIVERS

LONGEST = [
    player("温州平阳台炮麻将馆的老王头一号", account="a", autopilot=True),
    player("WWWWWWWWWWWWWWWW", account="b", connected=False, autopilot=True, leaving=True),
    player("苍南钱库镇三缺一的阿姨和她姐姐", account="c", program=True),
    player("MMMMMMMM WWWWWWW", account="d", connected=False),
]
"""Names of sixteen characters, and most of the marks there are."""

OWNED = [
    player(one["name"], account=one["account"], coins=1_234_567_800, rank_points=200_000, rank=rank)
    for one, rank in zip(LONGEST, ("麻将王", "东风", "九万", "白板"), strict=True)
]
KONGS = [
    meld("exposed_kong", "1111m", 3),
    meld("added_kong", "9999p", 2),
    meld("concealed_kong", "7777s"),
    meld("exposed_kong", "6666z", 1),
]
FLOWERS = tiles("12345678f")
_RIVER = river("1z9m6z1p9s4z2z1m9p3m7s5p2p8s")


def _laden(laden: int) -> list[Message]:
    """Return seats of which one has four kongs, eight flowers and four whites."""
    seats = [seat(size=16, river=_RIVER) for _ in range(4)]
    bonus = [*FLOWERS, *tiles("5555z")]
    seats[laden] = seat(size=4, river=_RIVER, bonus=bonus, melds=KONGS, ready=True)
    return seats


def _welcome(players: list[Message] = LONGEST) -> Message:
    return welcome(players=players, room="expert" if players is OWNED else None)


def _at(seats: list[Message], players: list[Message], hand: str, **other: object) -> list[Message]:
    return [
        _welcome(players),
        whole(
            view(seats=seats, hand=tiles(hand), **other), players, points=[-1888, 1242, 800, -154]
        ),
    ]


_SIX_WILD = "888m333z19p1379s22467z"
_WON_LADEN = [
    seat(size=5, river=_RIVER, bonus=FLOWERS, melds=KONGS),
    *(seat(river=_RIVER, bonus=tiles("5z")) for _ in range(3)),
]

EXTREMES: dict[str, list[Message]] = {
    "six_wild_tiles": [
        *_at([seat(size=17, bonus=FLOWERS), *SHORT_RIVERS[1:]], OWNED, _SIX_WILD, drawn="7z"),
        decision(
            act("win"),
            act("kong", tile="2z"),
            *discards(_SIX_WILD[4:], "7z"),
            act("pass"),
            waits=[{"tile": "7z", "waits": WAITS}],
            seconds=18.4,
            reserve=60,
        ),
    ],
    "four_kongs_here": [
        *_at(_laden(0), OWNED, "88m333z", drawn="3z"),
        decision(act("win"), *discards("8m"), act("pass"), seconds=18.4, reserve=60),
    ],
    "four_kongs_right": _at(_laden(1), LONGEST, _SIX_WILD, drawn="7z"),
    "four_kongs_across": _at(_laden(2), LONGEST, _SIX_WILD, drawn="7z"),
    "four_kongs_left": _at(_laden(3), OWNED, _SIX_WILD, drawn="7z"),
    "everything": [
        *_at(FULL_SEATS, OWNED, "28m", drawn="8m", wild=tiles("8m3z")),
        decision(*discards("2m"), seconds=18.4, reserve=60),
    ],
    "laden_sheet": [
        *_at(_WON_LADEN, OWNED, "88m333z", drawn="3z"),
        event(42, WON),
        event(
            43,
            won_result()
            | {
                "hands": [tiles("88m333z"), *([tiles("3z1379s258p2246z1m9p4s")] * 3)],
                "sheets": [
                    {
                        **WON_SHEETS[0],
                        "reading": {
                            "sets": ["1111m", "9999p", "7777s", "6666z", "333z"],
                            "pair": "88m",
                            "wilds": [{"tile": tile, "as": tile} for tile in tiles("88m333z")],
                        },
                        "runner_up": None,
                    },
                    *WON_SHEETS[1:],
                ],
            },
        ),
        over([1242, -1888, 800, -154]),
    ],
}
