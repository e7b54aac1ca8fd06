// What the panel of hints lists: a row for each thing that can be done, the fastest first.

import { setOf } from '../table/prompts';
import type { Hints, Prospect } from '../wire/protocol';
import type { Tile } from '../wire/tiles';
import type { View } from '../wire/view';

export interface Row {
  key: string;
  does: 'discard' | 'claim' | 'pass';
  /** The tile to discard, or those of the set to be made. */
  tiles: readonly Tile[];
  /** What is discarded after a claim. */
  then: Tile | null;
  leaves: Prospect;
  best: boolean;
}

const before = (a: Row, b: Row): number =>
  Number(b.best) - Number(a.best) || a.leaves.distance - b.leaves.distance || b.leaves.unseen - a.leaves.unseen;

export function rowsOf(hints: Hints, view: Pick<View, 'offer'>): Row[] {
  const discards = hints.discards.map(
    ({ tile, leaves, best }): Row => ({ key: tile, does: 'discard', tiles: [tile], then: null, leaves, best }),
  );
  const claims = hints.melds.map(({ action, discard, leaves }): Row => {
    const tiles = setOf(action, view);
    return { key: tiles.join(''), does: 'claim', tiles, then: discard, leaves, best: false };
  });
  const rows = [...discards.sort(before), ...claims.sort(before)];
  if (hints.hand !== null) rows.push({ key: 'pass', does: 'pass', tiles: [], then: null, leaves: hints.hand, best: false });
  return rows;
}

/** The most that one of the waits pays. */
export const mostOf = ({ waits }: Prospect): number =>
  Math.max(0, ...waits.flatMap(({ self_draw, discard }) => [self_draw, discard]));
