"""Events: their wire form, who may see what, and that no type can forget to say so."""

from __future__ import annotations

from typing import ClassVar

import msgspec
import pytest

from taipao.game import events
from taipao.game.events import Drawn, Event, Privacy, Won, is_numbered, redact
from taipao.game.state import SEATS

TYPES = Event.__args__

# docs/events.md, the table of events: fields, and which of them are private.
TABLE = {
    "dealt": ("dealer indicators hands limit", "each hands"),
    "opening_kong_made": ("seat tiles limit", "own tiles"),
    "bonus_set_aside": ("seat tiles", ""),
    "drawn": ("seat end why after kong_tile tile", "own tile"),
    "play_began": ("seat", ""),
    "ready_declared": ("seat", ""),
    "ready_noted": ("seat", "whole"),
    "ready_cancelled": ("seat", "whole"),
    "discarded": ("seat tile drawn", ""),
    "chow_made": ("seat source tile tiles", ""),
    "pung_made": ("seat source tile", ""),
    "kong_made": ("seat kind tile source limit", ""),
    "added_kong_declared": ("seat tile", ""),
    "share_out_began": ("seat", ""),
    "won": ("seat by tile source after kong_tile opening share_out ready", ""),
    "round_ended": ("winner hands hidden sheets payments points next_dealer dues", ""),
}


def tag(type_):
    return type_.__struct_config__.tag


@pytest.mark.parametrize("type_", TYPES, ids=tag)
def test_every_event_is_as_the_contract_says(type_):
    fields, private = TABLE[tag(type_)]
    assert " ".join(type_.__struct_fields__) == fields
    privacy = type_.privacy
    said = [
        *(f"own {name}" for name in privacy.own),
        *(f"each {name}" for name in privacy.each),
        *(["whole"] if privacy.whole else []),
    ]
    assert " ".join(said) == private
    assert set(privacy.own) | set(privacy.each) <= set(type_.__struct_fields__)


def test_the_contract_names_every_type():
    assert {tag(type_) for type_ in TYPES} == set(TABLE)


def test_a_type_that_does_not_declare_its_privacy_cannot_be_defined():
    with pytest.raises(TypeError, match="does not declare its privacy"):

        class Whispered(events._Event, frozen=True, tag="whispered"):
            seat: int

    with pytest.raises(TypeError, match="does not declare its privacy"):
        # Inherited is not declared: a new field would be sent to all.
        class DrawnTwice(Drawn, frozen=True, tag="drawn_twice"):
            second: str = "1m"


def test_a_type_that_declares_it_can():
    class Told(events._Event, frozen=True, tag="told"):
        privacy: ClassVar[Privacy] = Privacy(own=("secret",))

        seat: int
        secret: str | None

    assert redact(Told(1, "x"), 1) == Told(1, "x")
    assert redact(Told(1, "x"), 2) == Told(1, None)


@pytest.mark.parametrize("seat", range(SEATS))
def test_dealt_shows_each_seat_its_own_hand(seat):
    hands = (("1m",), ("2m",), ("3m",), ("4m",))
    told = redact(events.Dealt(0, ("9s", "9p"), hands, 24), seat)
    expected = tuple(hand if owner == seat else None for owner, hand in enumerate(hands))
    assert told == events.Dealt(0, ("9s", "9p"), expected, 24)


def test_a_drawn_tile_is_its_players_alone():
    event = Drawn(2, "head", "turn", None, None, "5m")
    assert redact(event, 2) == event
    for seat in (0, 1, 3):
        assert redact(event, seat) == Drawn(2, "head", "turn", None, None, None)


def test_public_events_are_the_same_for_all():
    event = Won(1, "discard", "5m", 0, None, None, None, False, False)
    assert [redact(event, seat) for seat in range(SEATS)] == [event] * SEATS


def test_only_events_private_as_a_whole_have_no_number():
    unnumbered = [tag(type_) for type_ in TYPES if type_.privacy.whole]
    assert unnumbered == ["ready_noted", "ready_cancelled"]
    assert not is_numbered(events.ReadyNoted(0))
    assert is_numbered(events.ReadyDeclared(0))


def test_events_go_there_and_back():
    for event in (
        events.BonusSetAside(1, ("5z", "1f")),
        events.ChowMade(1, 0, "4s", ("3s", "4s", "5s")),
        events.KongMade(3, "added_kong", "7z", None, 26),
        Drawn(2, "tail", "kong", "exposed_kong", "7z", None),
    ):
        assert msgspec.json.decode(msgspec.json.encode(event), type=Event) == event
