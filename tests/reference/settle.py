"""`taipao settle` for one decoded request (RULES 7, C1 and C3)."""

from __future__ import annotations

from typing import Any

from . import ruleset as rulesets
from .errors import BadRequestError, RequestError

RATES = {"novice": 100, "intermediate": 300, "expert": 600}
SEATS = range(4)

# RULES set no bound; beyond this a JSON number is not exact in every reader.
MOST = 2**53 - 1

Claims = dict[tuple[int, int], int]  # (payer, receiver) -> points


def answer_settle(body: object) -> dict[str, Any]:
    """Answer a request of `taipao settle`."""
    ident = body.get("id") if isinstance(body, dict) else None
    try:
        if not isinstance(body, dict):
            raise BadRequestError("a request is an object")
        return {"id": ident, **settle(body)}
    except RequestError as error:
        answer = {"code": error.code, "message": str(error)}
        return {"id": ident, "legal": False, "error": answer}


def settle(body: dict[str, Any]) -> dict[str, Any]:
    rulesets.load(body.get("ruleset", "standard"))
    totals = four_numbers(body.get("totals"), "totals")
    if "winner" not in body:
        raise BadRequestError("winner: a seat, or null for a draw, is wanted")
    winner = None if body["winner"] is None else seat(body["winner"], "winner")
    dealer = seat(body.get("dealer"), "dealer")
    room = body.get("room")
    if room is not None and not (isinstance(room, str) and room in RATES):
        raise BadRequestError(f"room: {room!r} is none of {', '.join(RATES)}")
    balances = body.get("balances")
    if balances is not None:
        balances = four_numbers(balances, "balances")

    owed = {} if winner is None else claims(totals, winner, dealer)
    answer = {"points": net(owed)}
    if room is not None:
        coins = {pair: points * RATES[room] for pair, points in owed.items()}
        answer["coins"] = net(coins if balances is None else paid(coins, balances, winner))
    return answer


def four_numbers(value: object, what: str) -> list[int]:
    if not isinstance(value, list) or len(value) != 4:
        raise BadRequestError(f"{what}: a list of four numbers is wanted")
    for number in value:
        if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number <= MOST:
            raise BadRequestError(f"{what}: {number!r} is no whole number from 0 to {MOST}")
    return value


def seat(value: object, what: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value not in SEATS:
        raise BadRequestError(f"{what}: {value!r} is no seat from 0 to 3")
    return value


def claims(totals: list[int], winner: int, dealer: int) -> Claims:
    """S2 and S3: who owes whom how many points."""
    owed: Claims = {}
    losers = [s for s in SEATS if s != winner]
    for loser in losers:
        owed[loser, winner] = totals[winner] * (2 if dealer in (loser, winner) else 1)
    for payer in losers:
        for receiver in losers:
            difference = totals[receiver] - totals[payer]
            if difference > 0:
                owed[payer, receiver] = difference * (2 if dealer in (payer, receiver) else 1)
    return owed


def net(owed: Claims) -> list[int]:
    result = [0] * 4
    for (payer, receiver), amount in owed.items():
        result[payer] -= amount
        result[receiver] += amount
    return result


def paid(owed: Claims, balances: list[int], winner: int | None) -> Claims:
    """C3: what is paid of the claims, each payer out of what they had before the round."""
    done: Claims = {}
    for payer in SEATS:
        purse = balances[payer]
        receivers = [receiver for giver, receiver in owed if giver == payer]

        def turn(receiver: int, payer: int = payer) -> tuple[bool, int, int]:
            # The winner first, then the larger claim, then the nearer seat after the payer.
            return receiver != winner, -owed[payer, receiver], (receiver - payer) % 4

        for receiver in sorted(receivers, key=turn):
            done[payer, receiver] = min(purse, owed[payer, receiver])
            purse -= done[payer, receiver]
    return done
