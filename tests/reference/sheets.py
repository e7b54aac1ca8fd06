"""The end of a round: what the four sheets must say, who pays whom, who deals next."""

from __future__ import annotations

from typing import Any

from .options import Table, in_order
from .score import answer_score, best_item_lists
from .settle import claims, net
from .tiles import SEATS, spell

Event = dict[str, Any]


def request(table: Table, spec: object, number: int, win: Event | None) -> dict[str, Any]:
    """Write a seat down as a request of `taipao score` (INTERFACES)."""
    seat = table.seats[number]
    hand = list(seat.hand)
    circumstances = None
    if win is not None and win["seat"] == number:
        hand.remove(win["tile"])
        names = ("tile", "by", "after", "kong_tile", "opening", "share_out", "ready")
        circumstances = {name: win[name] for name in names}
    return {
        "ruleset": spec,
        "indicators": list(table.indicators),
        "seat_wind": SEATS[(number - table.dealer) % 4],
        "hand": spell(hand),
        "melds": [{"kind": meld.kind, "tiles": spell(meld.tiles)} for meld in seat.melds],
        "bonus": spell(seat.bonus),
        "win": circumstances,
    }


def difference(body: dict[str, Any], sheet: dict[str, Any]) -> str | None:
    """Say how a sheet differs from the score of a request; of equally good readings any will do."""
    expected = answer_score(body)
    if "error" in expected:
        return f"no sheet for {body}: {expected['error']['message']}"
    for name in ("role", "shape", "tai", "doubled", "total"):
        if sheet[name] != expected[name]:
            return f"{name}: {expected[name]} expected, got {sheet[name]} for {body}"
    items = sorted((item["rule"], item["tai"]) for item in sheet["items"])
    if items != [(item["rule"], item["tai"]) for item in expected["items"]]:
        shape = expected["shape"] == "sets"
        if not shape or items not in best_item_lists(body):
            return f"items: {expected['items']} expected, got {items} for {body}"
    if (sheet["reading"] is None) != (expected["reading"] is None):
        return f"reading: {expected['reading']} expected, got {sheet['reading']} for {body}"
    return None


def ending(table: Table, win: Event | None, totals: list[int] | None) -> Event:
    """Return the fields of `round_ended` that follow from the round and the totals."""
    winner = None if win is None else win["seat"]
    owed = {} if winner is None or totals is None else claims(totals, winner, table.dealer)
    if winner is None:
        stays = table.ruleset["dealer_stays_on_draw"]
    else:
        stays = table.ruleset["dealer_stays_on_win"] and winner == table.dealer
    return {
        "type": "round_ended",
        "winner": winner,
        "hands": [in_order(seat.hand) for seat in table.seats],
        "hidden": [
            [meld.tiles for meld in seat.melds if meld.kind == "bonus_kong"] for seat in table.seats
        ],
        "payments": [[owed.get((payer, to), 0) for to in range(4)] for payer in range(4)],
        "points": net(owed),
        "next_dealer": table.dealer if stays else (table.dealer + 1) % 4,
        "dues": [due(table, winner, *pair, owed[pair]) for pair in sorted(owed) if owed[pair]],
    }


def due(table: Table, winner: int | None, payer: int, receiver: int, owed: int) -> dict[str, Any]:
    """Say what a payment is for: to the winner S2, between two of the others S3."""
    factor = 2 if table.dealer in (payer, receiver) else 1
    return {
        "payer": payer,
        "receiver": receiver,
        "rule": "S2" if receiver == winner else "S3",
        "points": owed // factor,
        "factor": factor,
    }
