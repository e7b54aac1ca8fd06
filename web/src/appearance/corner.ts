import type { Tile } from '../wire/tiles';

const HONOURS = 'ESWNBFC';

/** What stands in a tile's corner for those who do not read its character: its number, or a letter. */
export function cornerOf(tile: Tile): string {
  const number = Number(tile[0]);
  if (tile[1] === 'z') return HONOURS[number - 1] ?? '';
  return String(tile[1] === 'f' ? ((number - 1) % 4) + 1 : number);
}
