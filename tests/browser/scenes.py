"""Tables laid out by hand, as the messages that show them: states a played round rarely reaches.

A scene is the list of messages a server would send to seat 0 after `hello`. They need not be
legal positions: what counts is how much lies on the table.
"""

from __future__ import annotations

from taipao.tiles import NAMES
from tests.browser.messages import (
    FREE,
    TOGETHER,
    WAITS,
    Message,
    act,
    bot,
    decision,
    discards,
    event,
    over,
    player,
    prize,
    river,
    seat,
    tiles,
    view,
    welcome,
    whole,
)
from tests.browser.results import OPEN_HANDS, WON, drawn_result, won_result
from tests.browser.seats import FULL_SEATS, LONG_RIVER, SHORT_RIVERS, WON_SEATS

SCENES: dict[str, list[Message]] = {
    "start": [welcome()],
    "own_turn": [
        welcome(),
        whole(view(seats=SHORT_RIVERS)),
        decision(*discards("19m258p1379s22467z5p")),
    ],
    "dealt": [
        welcome(),
        whole(view(seats=SHORT_RIVERS, drawn=None)),
        decision(*discards("19m258p1379s22467z5p")),
    ],
    "every_button": [
        welcome(),
        whole(view(seats=SHORT_RIVERS)),
        decision(
            act("win"),
            act("kong", tile="2z"),
            act("pung"),
            act("chow", tiles=["2p", "3p"]),
            *discards("19m258p1379s22467z5p", "9m"),
            act("pass"),
            waits=[{"tile": "9m", "waits": WAITS}],
            win=prize(142),
        ),
    ],
    "chows": [
        welcome(),
        whole(
            view(
                phase="claims",
                turn=3,
                seats=[seat(), *SHORT_RIVERS[1:3], seat(river=river("4z7z5s4p"))],
                offer={"tile": "4p", "source": 3, "kind": "discard"},
                hand=tiles("19m23456p44p379s46z8m3z"),
                drawn=None,
            )
        ),
        decision(
            act("win"),
            act("kong", tile="4p"),
            act("pung"),
            act("chow", tiles=["2p", "3p"]),
            act("chow", tiles=["3p", "5p"]),
            act("chow", tiles=["5p", "6p"]),
            act("pass"),
            win=prize(44),
        ),
    ],
    "robbing": [
        welcome(),
        whole(
            view(
                phase="claims",
                turn=2,
                seats=[seat(), *SHORT_RIVERS[1:]],
                offer={"tile": "7z", "source": 2, "kind": "added_kong"},
                hand=tiles("19m23456p44p379s46z8m3z"),
                drawn=None,
            )
        ),
        decision(act("win"), act("pass")),
    ],
    "ready_choice": [
        welcome(),
        whole(view(seats=SHORT_RIVERS, hand=tiles("123456m456p77s45p1z9m8m3z"), drawn="9m")),
        decision(
            act("win"),
            *discards("123456m456p77s1z9m", "1z9m4p"),
            waits=[
                {"tile": "1z", "waits": WAITS},
                {"tile": "9m", "waits": WAITS[:1]},
                {"tile": "4p", "waits": [{**WAITS[0], "tile": name} for name in NAMES[:34]]},
            ],
        ),
    ],
    "ready": [
        welcome(),
        whole(
            view(
                phase="claims",
                turn=2,
                seats=[seat(size=16), *SHORT_RIVERS[1:]],
                hand=tiles("123456m456p77s45p8m3z1p"),
                drawn=None,
                ready=True,
                offer={"tile": "2z", "source": 2, "kind": "discard"},
            )
        ),
        {"type": "waits", "waits": WAITS, "can_cancel_ready": True},
    ],
    "share_out": [
        welcome(),
        whole(
            view(
                phase="share_out",
                seats=[seat(size=17, river=river(LONG_RIVER)), *FULL_SEATS[1:]],
                left=23,
            )
        ),
        decision(act("win"), act("pass")),
    ],
    "full": [
        welcome(),
        whole(view(seats=FULL_SEATS, hand=tiles("28m"), drawn="8m", wild=tiles("8m3z"))),
        decision(*discards("2m")),
    ],
    "sheet": [
        welcome(),
        whole(view(seats=WON_SEATS, hand=OPEN_HANDS[0], drawn="5m")),
        event(42, WON),
        event(43, won_result()),
        over([242, -102, -96, -44]),
    ],
    "sheet_again": [
        welcome(),
        whole(
            view(
                number=43,
                phase="ended",
                seats=WON_SEATS,
                hand=OPEN_HANDS[0],
                drawn="5m",
                won={**WON, "by": "discard", "source": 2},
                result=won_result(),
            )
        ),
        over([242, -102, -96, -44]),
    ],
    "sheet_of_a_draw": [
        welcome(),
        whole(view(seats=FULL_SEATS, hand=tiles("28m"), drawn=None)),
        event(42, drawn_result()),
        over([42, -18, -30, 6]),
    ],
    "fault": [
        welcome(),
        whole(view(seats=SHORT_RIVERS)),
        decision(*discards("19m258p1379s22467z5p")),
        {"type": "error", "code": "illegal", "message": "1m is wild", "decision": 41},
    ],
    "waiting_room": [welcome(players=[player(ready=True), player("guest-0042"), FREE, bot()])],
    "together": [
        welcome(players=TOGETHER),
        whole(view(seats=FULL_SEATS, hand=tiles("28m"), drawn="8m"), TOGETHER),
        decision(*discards("2m"), seconds=18.4, reserve=60),
    ],
    "last_seconds": [
        welcome(players=TOGETHER),
        whole(view(seats=SHORT_RIVERS), TOGETHER),
        decision(*discards("19m258p1379s22467z5p"), seconds=0, reserve=4.2),
    ],
    "autopilot": [
        welcome(players=[player(autopilot=True), *TOGETHER[1:]]),
        whole(
            view(seats=FULL_SEATS, hand=tiles("28m"), drawn="8m"),
            [player(autopilot=True), *TOGETHER[1:]],
        ),
    ],
    "sheet_together": [
        welcome(players=TOGETHER),
        whole(view(seats=WON_SEATS, hand=OPEN_HANDS[0], drawn="5m"), TOGETHER),
        event(42, WON),
        event(43, won_result()),
        over([242, -102, -96, -44]),
        {"type": "seats", "players": [*TOGETHER[:2], player("guest-9999", ready=True), bot()]},
    ],
    "draining": [
        welcome(),
        whole(view(seats=SHORT_RIVERS)),
        decision(*discards("19m258p1379s22467z5p")),
        {"type": "draining", "message": "soon"},
    ],
    "frozen": [
        welcome(),
        whole(view(seats=SHORT_RIVERS)),
        {"type": "frozen", "message": "stopped", "record": "/records/round-3", "why": "fault"},
    ],
}
