"""What a socket may say, when, and what it is told if it says something else."""

from __future__ import annotations

import random
from typing import Any

import pytest

from taipao.server.protocol import MAX_MESSAGE_BYTES, PROTOCOL
from taipao.server.supplies import Pace
from tests.server.chance import SeededChance
from tests.server.client import Message, connected, seated
from tests.server.conftest import Open
from tests.server.walls import wall_of

# The pause after a discard never ends, so that what is sent into it surely comes in time.
ENDLESS = Pace((0, 0), (3600, 3600))
DISCARD = {"type": "discard", "tile": "1m", "ready": False}


async def test_another_version_of_the_protocol_is_told_to_reload(open_room: Open) -> None:
    async with open_room() as table, connected(table.port) as client:
        await client.send({"type": "hello", "protocol": PROTOCOL + 1})
        assert await client.closed() == 4001
    (refusal,) = client.log
    assert refusal["code"] == "wrong_protocol"
    assert "reload" in refusal["message"]
    assert "刷新" in refusal["message"]


@pytest.mark.parametrize(
    "message", [{"type": "start", "ruleset": "standard"}, {"type": "act", "action": DISCARD}]
)
async def test_hello_comes_first(open_room: Open, message: Message) -> None:
    async with open_room() as table, connected(table.port) as client:
        await client.send(message)
        assert await client.closed() == 4002
    assert [m.get("code") for m in client.log] == ["hello_expected"]


async def test_hello_comes_once(open_room: Open) -> None:
    async with open_room() as table, seated(table.port) as client:
        await client.send({"type": "hello", "protocol": PROTOCOL})
        assert (await client.receive())["code"] == "already_greeted"


async def test_welcome_says_what_can_be_started(open_room: Open) -> None:
    async with open_room() as table, seated(table.port) as client:
        (welcome,) = client.log
    assert welcome["protocol"] == PROTOCOL
    assert welcome["seat"] == 0
    assert welcome["rulesets"] == ["standard", "alternate"]
    assert welcome["ruleset"] == "standard"
    assert len(bytes.fromhex(welcome["next_commitment"])) == 32


BAD: dict[str, tuple[str | bytes, str]] = {
    "empty": ("", "truncated"),
    "no JSON": ("{", "truncated"),
    "a list": ("[]", "Expected `object`"),
    "a text": ('"start"', "Expected `object`"),
    "no type": ("{}", "missing required field `type`"),
    "unknown type": ('{"type":"chat"}', "chat"),
    # How deep is too deep is up to Python: a later one reads on to where the text breaks off.
    "nested": ('{"type":"start","ruleset":' + '{"a":' * 3000, "nested|truncated"),
    "binary": (b'{"type":"start"}', "text message"),
    "no action": ('{"type":"act","decision":1}', "`action`"),
    "unknown action": ('{"type":"act","decision":1,"action":{"type":"steal"}}', "$.action"),
    "unknown tile": (
        '{"type":"act","decision":1,"action":{"type":"discard","tile":"8z"}}',
        "$.action.tile",
    ),
    "wrong kind": (
        '{"type":"act","decision":1,"action":{"type":"discard","tile":1}}',
        "$.action.tile",
    ),
    "huge decision": (
        '{"type":"act","decision":99999999999999999999,"action":{"type":"pass"}}',
        "$.decision",
    ),
    "decision of text": ('{"type":"act","decision":"1","action":{"type":"pass"}}', "$.decision"),
    "three tiles": (
        '{"type":"act","decision":1,"action":{"type":"chow","tiles":["1m","2m","3m"]}}',
        "$.action.tiles",
    ),
    "odd hex": ('{"type":"start","contribution":"abc"}', "$.contribution"),
    "no hex": ('{"type":"start","contribution":"zz"}', "$.contribution"),
    "no bytes": ('{"type":"start","contribution":""}', "$.contribution"),
    "65 bytes": ('{"type":"start","contribution":"' + "ab" * 65 + '"}', "$.contribution"),
    "a line's end": ('{"type":"start","contribution":"ab\\n"}', "$.contribution"),
    "rule set of number": ('{"type":"start","ruleset":3}', "$.ruleset"),
}


@pytest.mark.parametrize("bad", BAD)
async def test_a_bad_message_is_answered_and_harms_nothing(open_room: Open, bad: str) -> None:
    text, told = BAD[bad]
    async with open_room() as table, seated(table.port) as client:
        await client.start("standard")
        await client.send(text)
        refusal = await client.until("error")
        assert refusal["code"] == "bad_message"
        assert any(words in refusal["message"] for words in told.split("|"))
        assert len(refusal["message"]) < 500
        await client.start("alternate")
        assert (await client.until("view"))["match"]["ruleset"] == "alternate"


async def test_a_bad_first_message_is_answered_too(open_room: Open) -> None:
    async with open_room() as table, connected(table.port) as client:
        await client.send("{")
        assert (await client.receive())["code"] == "bad_message"
        assert (await client.hello())["type"] == "welcome"


async def test_fields_that_are_not_known_are_ignored(open_room: Open) -> None:
    async with open_room() as table, connected(table.port) as client:
        await client.send({"type": "hello", "protocol": PROTOCOL, "later": {"x": []}})
        assert (await client.receive())["type"] == "welcome"


async def test_a_message_too_big_closes_the_socket(open_room: Open) -> None:
    async with open_room() as table, seated(table.port) as client:
        await client.send('"' + "a" * MAX_MESSAGE_BYTES + '"')
        assert await client.closed() == 1009
    async with open_room() as table, seated(table.port) as client:
        await client.send('"' + "a" * (MAX_MESSAGE_BYTES - 2) + '"')
        assert (await client.receive())["code"] == "bad_message"


@pytest.mark.parametrize(
    ("ruleset", "named"),
    [
        ("classic", "classic"),
        ({"base": "standard", "set": {"tai.V99": 1}}, "V99"),
        ({"base": "standard", "set": {"chow": 1}}, "chow"),
        ({"set": {}}, "base"),
    ],
)
async def test_a_rule_set_that_is_none_is_named(open_room: Open, ruleset: Any, named: str) -> None:
    async with open_room() as table, seated(table.port) as client:
        await client.start(ruleset)
        refusal = await client.receive()
        assert refusal["code"] == "bad_ruleset"
        assert named in refusal["message"]


async def test_there_must_be_a_match_to_go_on_with_and_a_round_to_act_in(open_room: Open) -> None:
    async with open_room() as table, seated(table.port) as client:
        await client.start(None)
        assert (await client.receive())["code"] == "no_match"
        await client.act(1, DISCARD)
        assert (await client.receive())["code"] == "no_round"
        await client.start("standard")
        await client.until("decision")
        await client.start(None)
        assert (await client.until("error"))["code"] == "round_running"
        await client.act(1, {"type": "cancel_ready"})
        assert (await client.until("error"))["code"] == "illegal"


@pytest.fixture
def dealer_waits() -> SeededChance:
    """The person is dealer, waits for 3s and 6s after discarding 1z, and draws little of use."""
    wall = wall_of({0: "123456789m123p45s99s1z"}, draws="2z2z2z3z3z3z3z4z")
    return SeededChance(walls=[wall])


@pytest.mark.usefixtures("passive_bots")
async def test_late_doubled_and_illegal_answers_do_no_harm(
    open_room: Open, dealer_waits: SeededChance
) -> None:
    async with open_room(chance=dealer_waits) as table, seated(table.port) as client:
        await client.start("standard")
        first = await client.until("decision")

        async def refused(decision: int | None, action: Message) -> str:
            await client.act(decision, action)
            refusal = await client.receive()
            assert (refusal["type"], refusal["decision"]) == ("error", decision)
            return str(refusal["code"])

        assert await refused(first["id"] - 1, first["actions"][0]) == "stale_decision"
        assert await refused(first["id"] + 1, first["actions"][0]) == "stale_decision"
        assert await refused(None, first["actions"][0]) == "bad_message"
        for action in ({"type": "pung"}, {"type": "discard", "tile": "7z"}, {"type": "pass"}):
            assert await refused(first["id"], action) == "illegal"
        discard = {"type": "discard", "tile": "1z", "ready": False}
        await client.act(first["id"], discard)
        await client.act(first["id"], discard)
        # A doubled click: the discard happened once, the second is told so.
        second = await client.until("decision")
        codes = [m["code"] for m in client.log if m["type"] == "error"]
        discards = [
            m["event"]
            for m in client.log
            if m["type"] == "event" and m["event"]["type"] == "discarded" and not m["event"]["seat"]
        ]
        assert codes[-1] == "stale_decision"
        assert len(discards) == 1
        assert second["id"] > first["id"]


@pytest.mark.usefixtures("passive_bots")
async def test_a_second_answer_to_an_open_claim_is_told_so(open_room: Open) -> None:
    # The dealer discards the highest tile.
    wall = wall_of({0: "13579m13579p1579s77z", 3: "2468m2468p2468s12347z"}, dealer=3)
    chance = SeededChance(dealer=3, walls=[wall])
    async with open_room(chance=chance, pace=ENDLESS) as table, seated(table.port) as client:
        await client.start("standard")
        claim = await client.until("decision")
        assert claim["actions"] == [{"type": "pung"}, {"type": "pass"}]
        await client.act(claim["id"], {"type": "pass"})
        await client.act(claim["id"], {"type": "pung"})
        refusal = await client.receive()
        assert (refusal["code"], refusal["decision"]) == ("already_answered", claim["id"])


@pytest.mark.usefixtures("passive_bots")
async def test_a_declaration_is_made_shown_and_taken_back(
    open_room: Open, dealer_waits: SeededChance
) -> None:
    async with open_room(chance=dealer_waits, pace=ENDLESS) as table, seated(table.port) as client:
        await client.start("standard")
        first = await client.until("decision")
        after = {entry["tile"]: entry["waits"] for entry in first["waits"]}["1z"]
        assert {wait["tile"] for wait in after} >= {"3s", "6s"}
        await client.act(first["id"], {"type": "discard", "tile": "1z", "ready": True})
        waits = await client.until("waits")
        assert waits == {"type": "waits", "waits": after, "can_cancel_ready": True}
        await client.act(None, {"type": "cancel_ready"})
        waits = await client.until("waits")
        assert waits == {"type": "waits", "waits": after, "can_cancel_ready": False}
        await client.act(None, {"type": "cancel_ready"})
        assert (await client.receive())["code"] == "illegal"
        private = [m["event"] for m in client.log if m["type"] == "event" and not m["number"]]
        assert private == [
            {"type": "ready_noted", "seat": 0},
            {"type": "ready_cancelled", "seat": 0},
        ]


@pytest.mark.usefixtures("passive_bots")
async def test_a_ready_seat_is_not_asked_to_discard(
    open_room: Open, dealer_waits: SeededChance
) -> None:
    async with open_room(chance=dealer_waits) as table, seated(table.port) as client:
        await client.start("standard")
        first = await client.until("decision")
        await client.act(first["id"], {"type": "discard", "tile": "1z", "ready": True})
        # Whatever it is asked next, it is a win or a kong, never which tile to discard.
        asked = await client.until("decision", "round_over")
        if asked["type"] == "decision":
            kinds = {action["type"] for action in asked["actions"]}
            assert kinds <= {"win", "kong", "pass", "cancel_ready"}
            assert kinds & {"win", "kong"}
        own = [
            m["event"]
            for m in client.log
            if m["type"] == "event" and m["event"]["type"] == "discarded" and not m["event"]["seat"]
        ]
        assert len(own) > 1


@pytest.mark.usefixtures("passive_bots")
async def test_a_reconnection_in_mid_decision_is_shown_all_and_asked_again(open_room: Open) -> None:
    async with open_room() as table:
        async with seated(table.port) as client:
            await client.start("standard")
            for _ in range(3):
                decision = await client.until("decision")
                answers = [a for a in decision["actions"] if a["type"] in ("discard", "pass")]
                await client.act(decision["id"], answers[0])
            open_ = await client.until("decision")
        async with seated(table.port) as again:
            view = await again.until("view")
            assert view["view"]["number"] == open_["id"]
            assert await again.until("decision") == open_
            assert [m["type"] for m in again.log if m["type"] != "waits"] == [
                "welcome",
                "view",
                "decision",
            ]
            await again.act(open_["id"], open_["actions"][-1])
            over = await again.play_round(random.Random(0))
            assert over["type"] == "round_over"


@pytest.mark.usefixtures("passive_bots")
async def test_the_newest_socket_takes_the_seat(open_room: Open) -> None:
    async with open_room() as table, seated(table.port) as old:
        await old.start("standard")
        decision = await old.until("decision")
        async with seated(table.port) as new:
            assert await new.until("decision") == decision
            assert await old.closed() == 4000
            assert old.log[-1]["code"] == "replaced"
            # The old one's going does not take the seat from the new one.
            await new.act(decision["id"], decision["actions"][-1])
            assert (await new.play_round(random.Random(0)))["type"] == "round_over"


async def test_a_table_waits_for_its_person(open_room: Open) -> None:
    async with open_room() as table:
        async with seated(table.port) as client:
            await client.start("standard")
            decision = await client.until("decision")
        async with seated(table.port) as client:
            assert await client.until("decision") == decision
