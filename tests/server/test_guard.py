"""Who may call, and how often."""

from __future__ import annotations

import pytest

from taipao.server.guard import Addresses, Allowed, Bucket, Limits, loopback

PUBLIC = Allowed(scheme="https", origins=frozenset({"https://other.example"}))


@pytest.mark.parametrize(
    ("allowed", "hosts", "origins", "admitted"),
    [
        (PUBLIC, ["mahjong.example"], [], True),
        (PUBLIC, ["mahjong.example"], ["https://mahjong.example"], True),
        (PUBLIC, ["Mahjong.Example"], ["https://mahjong.example"], True),
        (PUBLIC, ["mahjong.example"], ["https://other.example"], True),
        (PUBLIC, ["mahjong.example"], ["http://mahjong.example"], False),
        (PUBLIC, ["mahjong.example"], ["https://mahjong.example:444"], False),
        (PUBLIC, ["mahjong.example"], ["https://mahjong.example.evil.example"], False),
        (PUBLIC, ["mahjong.example"], ["https://other.example", "https://evil.example"], False),
        (PUBLIC, ["mahjong.example"], ["null"], False),
        (PUBLIC, [], [], False),
        (PUBLIC, ["a.example", "b.example"], [], False),
        (PUBLIC, [""], ["https://"], False),
        (Allowed(hosts=frozenset({"a.example:8000"})), ["a.example:8000"], [], True),
        (Allowed(hosts=frozenset({"a.example:8000"})), ["a.example"], [], False),
        (loopback(80), ["localhost"], ["http://localhost"], True),
        (loopback(80), ["localhost:80"], [], False),
        (loopback(8000), ["127.0.0.1:8000"], ["http://127.0.0.1:8000"], True),
        (loopback(8000), ["192.168.0.2:8000"], [], False),
    ],
)
def test_who_may_call(
    allowed: Allowed, hosts: list[str], origins: list[str], admitted: bool
) -> None:
    assert allowed.admits(hosts, origins) is admitted


class Hands:
    """A clock that is turned by hand."""

    def __init__(self) -> None:
        self.at = 100.0

    def __call__(self) -> float:
        return self.at


def test_a_bucket_holds_four_seconds_and_fills_again() -> None:
    clock = Hands()
    bucket = Bucket(2, clock)
    assert [bucket.try_take() for _ in range(9)] == [0] * 8 + [0.5]
    clock.at += 0.5
    assert [bucket.try_take(), bucket.try_take()] == [0, 0.5]
    clock.at += 1000
    assert [bucket.try_take() for _ in range(9)] == [0] * 8 + [0.5]


def test_less_than_one_a_second_still_lets_one_through() -> None:
    clock = Hands()
    bucket = Bucket(0.1, clock)
    assert [bucket.try_take(), bucket.try_take()] == [0, 10]


def test_no_rate_is_no_limit() -> None:
    bucket, addresses = Bucket(0), Addresses(0)
    assert not any(bucket.try_take() for _ in range(1000))
    assert not any(addresses.try_take("10.0.0.1") for _ in range(1000))
    assert len(addresses) == 0


def test_addresses_have_buckets_of_their_own() -> None:
    addresses = Addresses(0.25, Hands())
    assert addresses.try_take("10.0.0.1") == 0
    assert addresses.try_take("10.0.0.1") == 4
    assert addresses.try_take("10.0.0.2") == 0
    # The same, as a socket for both kinds of address names it.
    assert addresses.try_take("::ffff:10.0.0.2") == 4


def test_a_household_shares_its_ipv6_network() -> None:
    addresses = Addresses(0.25, Hands())
    assert addresses.try_take("2001:db8:1:2::1") == 0
    assert addresses.try_take("2001:db8:1:2:ffff::9") == 4
    assert addresses.try_take("2001:db8:1:3::1") == 0
    assert addresses.try_take("a socket of this machine") == 0


def test_of_what_is_counted_by_the_hour_an_hours_worth_comes_at_once() -> None:
    clock = Hands()
    limits = Limits(guests=3, sign_ups=1, sign_ins=0, reports=0, clock=clock)
    assert [limits.guests.try_take("10.0.0.1") for _ in range(4)] == [0, 0, 0, 1200]
    assert limits.sign_ups.try_take("10.0.0.1") == 0
    assert limits.sign_ups.try_take("10.0.0.1") == 3600
    assert not any(limits.sign_ins.try_take("10.0.0.1") for _ in range(1000))
    clock.at += 1200
    assert [limits.guests.try_take("10.0.0.1") for _ in range(2)] == [0, 1200]


def test_the_addresses_remembered_are_bounded() -> None:
    addresses = Addresses(0.25, Hands())
    for n in range(10_100):
        addresses.try_take(f"10.0.{n // 256}.{n % 256}")
    assert len(addresses) == 10_000
    assert addresses.try_take("10.0.39.16") == 4, "the latest are remembered"
