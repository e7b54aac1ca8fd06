import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from taipao.rules.settlement import (
    RANKS,
    ROOMS,
    CoinClaim,
    Due,
    claims,
    coins,
    dues,
    payments,
    rank,
    settle,
)

CASES = Path(__file__).parent.parent / "cases" / "settle.jsonl"

WORKED = [json.loads(line) for line in CASES.read_text("utf-8").splitlines()]

totals = st.lists(st.integers(0, 500), min_size=4, max_size=4)
seats = st.integers(0, 3)
winners = st.one_of(st.none(), seats)
balances = st.lists(st.integers(0, 40_000), min_size=4, max_size=4)


@pytest.mark.parametrize("case", WORKED, ids=lambda case: case["name"])
def test_worked_cases(case):
    asked, wanted = case["request"], case["expect"]
    who = asked["winner"], asked["dealer"]
    assert list(settle(asked["totals"], *who)) == wanted["points"]
    if "coins" in wanted:
        rate = ROOMS[asked["room"]].rate
        assert list(coins(asked["totals"], *who, rate, asked["balances"])) == wanted["coins"]


def test_losers_settle_among_themselves_as_in_example_4():
    assert payments([4, 50, 1, 0], 1, 0) == (
        (0, 100, 0, 0),
        (0, 0, 0, 0),
        (6, 50, 0, 0),
        (8, 50, 1, 0),
    )


def test_every_payment_says_what_it_is_for_and_how_often():
    assert dues([4, 50, 1, 0], 1, 0) == (
        Due(0, 1, "S2", 50, 2),
        Due(2, 0, "S3", 3, 2),
        Due(2, 1, "S2", 50, 1),
        Due(3, 0, "S3", 4, 2),
        Due(3, 1, "S2", 50, 1),
        Due(3, 2, "S3", 1, 1),
    )
    assert dues([4, 50, 1, 0], None, 0) == ()


@given(totals, winners, seats)
def test_points_add_to_zero(each, winner, dealer):
    net = settle(each, winner, dealer)
    assert sum(net) == 0
    matrix = payments(each, winner, dealer)
    assert net == tuple(
        sum(matrix[payer][seat] for payer in range(4)) - sum(matrix[seat]) for seat in range(4)
    )
    if winner is None:
        assert net == (0, 0, 0, 0)
    else:
        assert net[winner] >= 0


@given(totals, winners, seats, balances)
def test_coins_are_kept_and_nobody_goes_below_zero(each, winner, dealer, before):
    for room in ROOMS.values():
        net = coins(each, winner, dealer, room.rate, before)
        assert sum(net) == 0
        assert all(had + won >= 0 for had, won in zip(before, net, strict=True))
        rich = [10**9] * 4
        uncapped = coins(each, winner, dealer, room.rate, None)
        assert coins(each, winner, dealer, room.rate, rich) == uncapped
        assert uncapped == tuple(room.rate * points for points in settle(each, winner, dealer))


def test_what_is_paid_in_is_no_means_to_pay_with():
    # Seat 1 has nothing: what it is owed by seat 2 in this round pays none of its own debt.
    assert coins([10, 1, 0, 1], 0, 3, 100, [0, 0, 5000, 0]) == (1000, 100, -1300, 200)


def test_the_winner_is_paid_first_and_the_larger_claim_next():
    # Seat 3 owes 1000 to the winner, then 300 to seat 2 and 100 to seat 1.
    assert coins([10, 1, 3, 0], 0, 0, 50, [0, 0, 0, 1000]) == (1000, 0, 0, -1000)
    assert coins([10, 1, 3, 0], 0, 0, 50, [0, 0, 0, 1120]) == (1000, 0, 120, -1120)
    assert coins([10, 1, 3, 0], 0, 0, 50, [0, 0, 0, 1160]) == (1000, 10, 150, -1160)


def test_equal_claims_are_paid_in_seat_order_after_the_payer():
    # Seat 2 owes seat 3 and seat 1 the same; seat 3 comes first after it.
    assert coins([5, 2, 0, 2], 0, 0, 100, [0, 0, 1100, 0]) == (1000, 0, -1100, 100)


def test_claims_are_told_in_the_order_in_which_they_are_paid():
    # Seat 3 owes 1000 to the winner, 150 to seat 2 and 50 to seat 1, and has 1120.
    assert claims([10, 1, 3, 0], 0, 0, 50, [0, 0, 0, 1120]) == (
        (),
        (CoinClaim(0, 1000, 0), CoinClaim(2, 100, 0)),
        (CoinClaim(0, 1000, 0),),
        (CoinClaim(0, 1000, 1000), CoinClaim(2, 150, 120), CoinClaim(1, 50, 0)),
    )


@given(totals, winners, seats, balances)
def test_claims_come_to_the_coins(each, winner, dealer, before):
    told = claims(each, winner, dealer, 300, before)
    net = [0, 0, 0, 0]
    for payer, owed in enumerate(told):
        for claim in owed:
            assert 0 <= claim.paid <= claim.owed
            net[payer] -= claim.paid
            net[claim.to] += claim.paid
        assert sum(claim.paid for claim in owed) <= before[payer]
    assert tuple(net) == coins(each, winner, dealer, 300, before)


def test_rooms_and_ranks():
    assert {name: (room.rate, room.entry) for name, room in ROOMS.items()} == {
        "novice": (100, 20_000),
        "intermediate": (300, 60_000),
        "expert": (600, 120_000),
    }
    assert len(RANKS) == 16
    assert [rank(points) for points in (0, 99, 100, 199_999, 200_000, 10**7)] == [
        "白板", "白板", "一万", "中", "麻将王", "麻将王",
    ]  # fmt: skip
