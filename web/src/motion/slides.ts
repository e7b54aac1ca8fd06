// Which tile of a hand came from which place, so that the others are seen to close up.

import type { Tile } from '../wire/tiles';

/** For each tile of a hand, the place it had before, or null where it is new; the tiles of `gone` places have left. */
export function sources(before: readonly Tile[], after: readonly Tile[], gone: ReadonlySet<number>): (number | null)[] {
  const free = new Map<Tile, number[]>();
  before.forEach((tile, place) => {
    if (!gone.has(place)) free.set(tile, [...(free.get(tile) ?? []), place]);
  });
  return after.map((tile) => free.get(tile)?.shift() ?? null);
}

/** The place of a tile that leaves the hand: the one that was drawn, or touched last, or the first like it. */
export function placeOfLeaving(
  hand: readonly Tile[],
  gone: ReadonlySet<number>,
  tile: Tile | null,
  { drawn, touched }: { drawn: boolean; touched: number },
): number {
  const places = hand.flatMap((one, at) => (one === tile && !gone.has(at) ? [at] : []));
  if (drawn) return places.at(-1) ?? -1;
  return (places.includes(touched) ? touched : places[0]) ?? -1;
}
