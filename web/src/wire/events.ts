// What happens in a round, as one seat is told of it (docs/events.md).

import type { Tile } from './tiles';
import type { Result, Seat } from './view';

export type KongAfter = 'exposed_kong' | 'concealed_kong' | 'bonus';

export type GameEvent =
  | { type: 'dealt'; dealer: Seat; indicators: Tile[]; hands: (Tile[] | null)[]; limit: number }
  | { type: 'opening_kong_made'; seat: Seat; tiles: Tile[] | null; limit: number }
  | { type: 'bonus_set_aside'; seat: Seat; tiles: Tile[] }
  | {
      type: 'drawn';
      seat: Seat;
      end: 'head' | 'tail';
      why: 'opening' | 'turn' | 'kong' | 'bonus' | 'share_out';
      after: KongAfter | null;
      kong_tile: Tile | null;
      tile: Tile | null;
    }
  | { type: 'play_began'; seat: Seat }
  | { type: 'ready_declared'; seat: Seat }
  | { type: 'ready_noted'; seat: Seat }
  | { type: 'ready_cancelled'; seat: Seat }
  | { type: 'discarded'; seat: Seat; tile: Tile; drawn: boolean }
  | { type: 'chow_made'; seat: Seat; source: Seat; tile: Tile; tiles: Tile[] }
  | { type: 'pung_made'; seat: Seat; source: Seat; tile: Tile }
  | {
      type: 'kong_made';
      seat: Seat;
      kind: 'exposed_kong' | 'added_kong' | 'concealed_kong';
      tile: Tile;
      source: Seat | null;
      limit: number;
    }
  | { type: 'added_kong_declared'; seat: Seat; tile: Tile }
  | { type: 'share_out_began'; seat: Seat }
  | {
      type: 'won';
      seat: Seat;
      by: 'self_draw' | 'discard' | 'robbed_kong';
      tile: Tile;
      source: Seat | null;
      after: KongAfter | null;
      kong_tile: Tile | null;
      opening: 'heavenly' | 'earthly' | null;
      share_out: boolean;
      ready: boolean;
    }
  | ({ type: 'round_ended' } & Result);

export type WonEvent = Extract<GameEvent, { type: 'won' }>;

/** Who took the tile of a claim window with this event, if it does that. */
export function takerOf(event: GameEvent): Seat | null {
  switch (event.type) {
    case 'chow_made':
    case 'pung_made':
    case 'won':
      return event.seat;
    case 'kong_made':
      return event.kind === 'exposed_kong' ? event.seat : null;
    default:
      return null;
  }
}
