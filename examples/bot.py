"""A bot that plays whole rounds at a server, against others or against the server's own bots.

python examples/bot.py http://127.0.0.1:8000 --table ID     (without --table: with three bots)
"""

from __future__ import annotations

import argparse
import asyncio

from taipao.client import Guest, Table
from taipao.errors import TaipaoError
from taipao.game.actions import Action, Discard, Pass, Win
from taipao.game.view import View
from taipao.rules.waits import distance
from taipao.tiles import NUMBER


def choose(view: View, actions: tuple[Action, ...]) -> Action:
    # Win if that is offered, claim nothing, discard what leaves the hand nearest to ready.
    if Win() in actions:
        return Win()
    if Pass() in actions:
        return Pass()
    melds = len(view.board.seats[view.seat].melds)

    def after(action: Discard) -> tuple[int, bool]:
        return distance(view.own.hand.remove(NUMBER[action.tile]), melds), not action.ready

    return min((one for one in actions if isinstance(one, Discard)), key=after)


async def play_round(table: Table) -> None:
    await table.start()
    async for decision in table.decisions():
        assert table.view is not None
        await table.answer(decision, choose(table.view, decision.actions))
    assert table.over is not None
    print(f"seat {table.seat}: points {table.over.match.points}, record {table.over.record}")


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("server", help="address, as http://127.0.0.1:8000")
    parser.add_argument("--table", help="id of a table with a free seat; without it a new one")
    parser.add_argument("--rounds", type=int, default=1)
    arguments = parser.parse_args()
    try:
        guest = await Guest.enter(arguments.server)
        table_id = arguments.table or await guest.open_table()
        await guest.sit(table_id)
        async with guest.at(table_id) as table:
            for _ in range(arguments.rounds):
                await play_round(table)
    except TaipaoError as error:
        parser.exit(1, f"{error}\n")


if __name__ == "__main__":
    asyncio.run(main())
