"""What is kept of a table: what was kept by earlier versions is still read."""

from __future__ import annotations

import msgspec

from taipao.server.tablestate import (
    Chair,
    Setup,
    TableState,
    bot,
    decode_state,
    encode_state,
)

EARLIER = {
    "setup": {
        "chairs": [{"kind": "player", "name": "guest-0001", "guest": "a"}]
        + [{"kind": "bot", "name": "greedy", "guest": None}] * 3,
        "ruleset": "alternate",
        "clock": {"seconds": 20.0, "reserve": 60.0},
        "patience": 30.0,
    },
    "secret": "00" * 32,
    "match": None,
    "shown": None,
    "reserves": [60.0, 0.0, 0.0, 0.0],
    "autopilots": [False, False, False, False],
}


def test_a_table_kept_before_there_were_coins_is_read() -> None:
    setup = decode_state(msgspec.json.encode(EARLIER)).setup
    assert setup.chairs[0] == Chair("player", "guest-0001", "a")
    assert (setup.room, setup.code, setup.length, setup.hints) == (None, None, None, True)
    assert not setup.fixed


def test_all_of_a_setup_comes_back() -> None:
    chairs = (Chair("player", "a", "id", "192.0.2.1"), bot("greedy"), bot("greedy"), bot("greedy"))
    for setup in (
        Setup(chairs, "alternate", room="novice"),
        Setup(chairs, code="ABCDEF", host="id", length=4, drawn=True, hints=False, watch="hidden"),
    ):
        state = TableState(setup, "00" * 32)
        assert decode_state(encode_state(state)) == state
        assert setup.fixed
