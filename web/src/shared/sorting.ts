// How a hand is laid out: wild tiles leftmost, then the order of the wall.

import { placeOf, without, type Tile } from '../wire/tiles';

export function arrange(tiles: readonly Tile[], wild: readonly Tile[]): Tile[] {
  const rank = (tile: Tile): number => placeOf(tile) - (wild.includes(tile) ? 100 : 0);
  return [...tiles].sort((a, b) => rank(a) - rank(b));
}

export interface LaidHand {
  kept: Tile[];
  /** The tile just drawn, lying apart. */
  apart: Tile | null;
}

export function layHand(hand: readonly Tile[], drawn: Tile | null, wild: readonly Tile[]): LaidHand {
  const kept = drawn === null ? hand : without(hand, [drawn]);
  return { kept: arrange(kept, wild), apart: drawn };
}
