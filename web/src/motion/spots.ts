// Which tiles travel when something happens, and between which spots of the table. Nothing here knows of the page's elements.

import { layMeld } from '../shared/melding';
import type { GameEvent } from '../wire/events';
import { sorted, type Tile } from '../wire/tiles';
import type { Seat, View } from '../wire/view';
import type { SceneName } from './pace';

export type Spot =
  | { at: 'wall'; end: 'head' | 'tail' }
  /** A tile of a hand, of this face where it is known; `drawn` where it lies apart. */
  | { at: 'hand'; seat: Seat; tile: Tile | null; drawn: boolean }
  | { at: 'river'; seat: Seat; index: number }
  /** The tiles of a meld count as they lie, one on another before the one below it. */
  | { at: 'meld'; seat: Seat; meld: number; index: number }
  | { at: 'bonus'; seat: Seat; index: number };

export interface Travel {
  from: Spot;
  to: Spot;
}

export interface Scene {
  name: SceneName;
  travels: Travel[];
}

type Claim = Extract<GameEvent, { type: 'chow_made' | 'pung_made' | 'kong_made' }>;

/** What is to be seen of an event that led to `view`. */
export function sceneOf(event: GameEvent, view: View): Scene {
  switch (event.type) {
    case 'dealt':
      return { name: 'deal', travels: [] };
    case 'drawn':
      return {
        name: event.end === 'tail' ? 'replacement' : 'draw',
        travels: [{ from: { at: 'wall', end: event.end }, to: hand(event.seat, event.tile, event.why !== 'opening') }],
      };
    case 'bonus_set_aside':
      return { name: 'replacement', travels: setAside(view, event.seat, event.tiles) };
    case 'discarded':
      return {
        name: 'discard',
        travels: [{ from: hand(event.seat, event.tile, event.drawn), to: lastOfRiver(view, event.seat) }],
      };
    case 'chow_made':
    case 'pung_made':
      return { name: 'claim', travels: melded(view, event) };
    case 'kong_made':
      // The tile of an added kong was laid down when it was declared.
      return { name: 'kong', travels: event.kind === 'added_kong' ? [] : melded(view, event) };
    case 'opening_kong_made':
      return { name: 'kong', travels: lastMeld(view, event.seat, event.tiles ?? [null, null, null, null]) };
    case 'added_kong_declared':
      return {
        name: 'kong',
        travels: addedTo(view, event.seat, event.tile).map((to) => ({ from: hand(event.seat, event.tile), to })),
      };
    case 'won':
      return { name: 'win', travels: winningTile(view, event) };
    default:
      return { name: 'still', travels: [] };
  }
}

/** Whether a view is that of a round nobody has done anything in yet, and the one before it was not. */
export const begins = (before: View | null, after: View): boolean =>
  isUntouched(after) && (before === null || !isUntouched(before));

const isUntouched = ({ phase, turn, dealer, seats }: View): boolean =>
  phase === 'turn' &&
  turn === dealer &&
  seats.every(({ river, melds }) => river.length === 0 && melds.every(({ kind }) => kind === 'bonus_kong'));

const hand = (seat: Seat, tile: Tile | null, drawn = false): Spot => ({ at: 'hand', seat, tile, drawn });

const lastOfRiver = (view: View, seat: Seat): Spot => ({
  at: 'river',
  seat,
  index: (view.seats[seat]?.river.length ?? 0) - 1,
});

/** Bonus tiles lie in order, so that new ones are found among the others. */
function setAside(view: View, seat: Seat, tiles: readonly Tile[]): Travel[] {
  const row = sorted(view.seats[seat]?.bonus ?? []);
  const taken = new Set<number>();
  return tiles.map((tile) => {
    const places = row.flatMap((other, at) => (other === tile && !taken.has(at) ? [at] : []));
    const index = places.at(-1) ?? -1;
    taken.add(index);
    return { from: hand(seat, tile), to: { at: 'bonus', seat, index } };
  });
}

function melded(view: View, event: Claim): Travel[] {
  const { seat } = event;
  const meld = view.seats[seat]?.melds.at(-1);
  if (meld === undefined) return [];
  const { source } = event;
  const travels = lastMeld(view, seat, layMeld(meld, seat).map(({ face }) => face ?? event.tile));
  return source === null
    ? travels
    : travels.map((travel, at) => (layMeld(meld, seat)[at]?.turned ? { ...travel, from: lastOfRiver(view, source) } : travel));
}

/** The tiles of the meld laid down last, each out of the hand. */
function lastMeld(view: View, seat: Seat, tiles: readonly (Tile | null)[]): Travel[] {
  const meld = (view.seats[seat]?.melds.length ?? 0) - 1;
  return tiles.map((tile, index) => ({ from: hand(seat, tile), to: { at: 'meld', seat, meld, index } }));
}

/** Where the fourth tile lies on a pung, as the only one of a list. */
function addedTo(view: View, seat: Seat, tile: Tile): Spot[] {
  const melds = view.seats[seat]?.melds ?? [];
  const meld = melds.findIndex((one) => one.kind === 'pung' && one.tile === tile);
  const pung = melds[meld];
  if (pung === undefined) return [];
  return [{ at: 'meld', seat, meld, index: layMeld(pung, seat).findIndex(({ turned }) => turned) }];
}

function winningTile(view: View, { seat, source, tile, by }: Extract<GameEvent, { type: 'won' }>): Travel[] {
  const to = hand(seat, tile, by === 'self_draw');
  if (by === 'self_draw' || source === null) return [{ from: to, to }];
  if (by === 'discard') return [{ from: lastOfRiver(view, source), to }];
  return addedTo(view, source, tile).map((from) => ({ from, to }));
}
