// How a reading is drawn: its sets and pair tile by tile, each knowing the wild tile that stands for it.

import { parseTiles, type Tile } from '../wire/tiles';
import type { Reading } from '../wire/view';

export interface SpelledTile {
  face: Tile;
  /** The wild tile that is really there, if one is. */
  wild: Tile | null;
}

/** Spell out sets and pair. The first `melded` sets lie open and hold no wild tiles (W3). */
export function spell(reading: Reading, melded: number): SpelledTile[][] {
  const groups = [...reading.sets, reading.pair].map((text) =>
    parseTiles(text).map((face): SpelledTile => ({ face, wild: null })),
  );
  const concealed = groups.slice(melded).flat();
  for (const { tile, as } of reading.wilds) {
    const place = concealed.find((spelled) => spelled.face === as && spelled.wild === null);
    if (place !== undefined) place.wild = tile;
  }
  return groups;
}
