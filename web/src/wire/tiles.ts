// The 42 faces by their names in Tenhou's notation, in the order of the wall.

const SUITS = [
  ['m', 9],
  ['p', 9],
  ['s', 9],
  ['z', 7],
  ['f', 8],
] as const;

export type Suit = (typeof SUITS)[number][0];
export type Tile = `${number}${Suit}`;

export const TILES: readonly Tile[] = SUITS.flatMap(([suit, last]) =>
  Array.from({ length: last }, (_, index): Tile => `${index + 1}${suit}`),
);

const PLACES: ReadonlyMap<string, number> = new Map(TILES.map((tile, place) => [tile, place]));

export const suitOf = (tile: Tile): Suit => tile.slice(-1) as Suit;
export const rankOf = (tile: Tile): number => Number.parseInt(tile, 10);

/** The place of a face in the order of the wall. */
export const placeOf = (tile: Tile): number => PLACES.get(tile) ?? TILES.length;

export const sorted = (tiles: readonly Tile[]): Tile[] => [...tiles].sort((a, b) => placeOf(a) - placeOf(b));

/** Remove one tile for each of `gone`; those that are not there are passed over. */
export function without(tiles: readonly Tile[], gone: readonly Tile[]): Tile[] {
  const rest = [...tiles];
  for (const tile of gone) {
    const at = rest.indexOf(tile);
    if (at >= 0) rest.splice(at, 1);
  }
  return rest;
}

/** The faces that count as one kind with `tile`: itself, or the four flowers of its colour. */
export function facesLike(tile: Tile): Tile[] {
  if (suitOf(tile) !== 'f') return [tile];
  const first = rankOf(tile) <= 4 ? 1 : 5;
  return [0, 1, 2, 3].map((step): Tile => `${first + step}f`);
}

/** Write tiles in the grouped notation, as they follow each other: `"123m44p"`. */
export function writeTiles(tiles: readonly Tile[]): string {
  const goesOn = (at: number): boolean => tiles[at]?.slice(-1) === tiles[at + 1]?.slice(-1);
  return tiles.map((tile, at) => (goesOn(at) ? tile.slice(0, -1) : tile)).join('');
}

/** Read the grouped notation of score sheets: `"123m44p"`. */
export function parseTiles(text: string): Tile[] {
  return [...text.matchAll(/(\d+)([mpszf])/g)].flatMap(([, digits = '', suit]) =>
    [...digits].map((digit) => `${digit}${suit}` as Tile),
  );
}
