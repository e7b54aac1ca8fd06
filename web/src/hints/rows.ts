// What the panel of hints lists: a row for each thing that can be done, the fastest first.

import { setOf } from '../table/prompts';
import type { Hints, Prospect } from '../wire/protocol';
import type { Tile } from '../wire/tiles';
import type { View } from '../wire/view';
import type { HintWords } from '../words/hints';
import type { Words } from '../words/words';

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

/** The most that one of the waits comes to, by self-draw and by discard; null where nothing is waited for. */
export function mostOf({ waits }: Prospect): { selfDraw: number; discard: number } | null {
  if (waits.length === 0) return null;
  return {
    selfDraw: Math.max(...waits.map(({ self_draw }) => self_draw)),
    discard: Math.max(...waits.map(({ discard }) => discard)),
  };
}

/** What a row says in short: what to do, how far that leaves the hand, and how many tiles then help. */
export function inShort({ does, tiles, then, best, leaves }: Row, words: Words, say: HintWords): string {
  const named = tiles.map(words.tile);
  return [
    does === 'pass' ? say.passing : does === 'discard' ? say.discarding(named.join('')) : named.join(words.listed),
    then === null ? '' : say.thenDiscard(words.tile(then)),
    best ? say.best : '',
    say.toGo(leaves.distance),
    countOf(leaves, say),
  ]
    .filter(Boolean)
    .join(say.pause);
}

/** How many tiles win, or help. */
export const countOf = ({ distance, unseen }: Prospect, say: HintWords): string =>
  distance === 0 ? say.wins(unseen) : say.helps(unseen);
