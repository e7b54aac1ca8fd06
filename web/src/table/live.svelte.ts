// A view that lasts. Every event brings a new view, nearly all of which is as it was before: whatever shows a part of
// this one hears of it when that part has changed, and of nothing else.

import type { RiverTile, Meld, Seat, SeatView, View } from '../wire/view';
import type { Tile } from '../wire/tiles';

class LiveSeat implements SeatView {
  size = $state.raw() as number;
  river = $state.raw() as RiverTile[];
  melds = $state.raw() as Meld[];
  bonus = $state.raw() as Tile[];
  ready = $state.raw() as boolean;

  constructor(seat: SeatView) {
    Object.assign(this, seat);
  }
}

export class LiveView implements View {
  number = $state.raw() as number;
  seat = $state.raw() as Seat;
  ruleset = $state.raw() as View['ruleset'];
  dealer = $state.raw() as Seat;
  indicators = $state.raw() as Tile[];
  wild = $state.raw() as Tile[];
  left = $state.raw() as number;
  limit = $state.raw() as number;
  phase = $state.raw() as View['phase'];
  turn = $state.raw() as Seat;
  offer = $state.raw() as View['offer'];
  hand = $state.raw() as Tile[];
  drawn = $state.raw() as Tile | null;
  hidden = $state.raw() as Tile[][];
  ready = $state.raw() as boolean;
  won = $state.raw() as View['won'];
  result = $state.raw() as View['result'];
  readonly seats: LiveSeat[];

  constructor(view: View) {
    this.seats = view.seats.map((seat) => new LiveSeat(seat));
    this.follow(view);
  }

  /** Show another view. What is the same value, or the very same list, has not changed. */
  follow({ seats, ...view }: View): void {
    Object.assign(this, view);
    for (const [at, seat] of seats.entries()) Object.assign(this.seats[at] ?? {}, seat);
  }
}
