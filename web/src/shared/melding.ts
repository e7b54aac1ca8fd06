// How a meld lies on the table: the claimed tile is turned, and its place tells whom it came from.

import type { Meld, Offer, Seat } from '../wire/view';
import type { Tile } from '../wire/tiles';

export interface LaidTile {
  face: Tile | null;
  turned: boolean;
  /** The fourth tile of an added kong lies on the turned one. */
  above: Tile | null;
}

/** Whether a pung's fourth tile has been laid to it and may still be robbed (P5). */
export const isOffered = (meld: Meld, owner: Seat, offer: Offer | null): boolean =>
  offer?.kind === 'added_kong' && offer.source === owner && meld.kind === 'pung' && meld.tile === offer.tile;

/** The meld as it looks with that tile on it. */
export const withOffered = (meld: Meld): Meld => ({
  ...meld,
  kind: 'added_kong',
  tiles: [...meld.tiles, ...meld.tiles.slice(0, 1)],
});

const upright = (face: Tile | null): LaidTile => ({ face, turned: false, above: null });

export function layMeld(meld: Meld, owner: Seat): LaidTile[] {
  const [first = null, second = null] = meld.tiles;
  if (meld.kind === 'concealed_kong') return [null, first, second, null].map(upright);
  if (meld.kind === 'bonus_kong') return [0, 1, 2, 3].map((at) => upright(meld.tiles[at] ?? null));
  if (meld.tile === null || meld.source === null) return meld.tiles.map(upright);

  const rest = [...meld.tiles];
  rest.splice(rest.indexOf(meld.tile), 1);
  const above = meld.kind === 'added_kong' ? (rest.pop() ?? null) : null;
  const laid = rest.map(upright);
  laid.splice(turnedAt(meld.source, owner, rest.length), 0, { face: meld.tile, turned: true, above });
  return laid;
}

/** From the left: first. From across: second. From the right: last. */
function turnedAt(source: Seat, owner: Seat, last: number): number {
  return [0, last, 1, 0][(source - owner + 4) % 4] ?? 0;
}

/** How wide a laid meld is, in widths of a tile. */
export const meldWidth = (meld: Meld, owner: Seat): number =>
  layMeld(meld, owner).reduce((sum, { turned }) => sum + (turned ? 4 / 3 : 1), 0);
