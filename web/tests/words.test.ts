import { describe, expect, test } from 'vitest';

import { TILES } from '../src/wire/tiles';
import { en } from '../src/words/en';
import { zh } from '../src/words/zh';

describe.each([
  ['zh', zh],
  ['en', en],
])('%s', (_, words) => {
  test('names every tile, each differently', () => {
    const names = TILES.map(words.tile);
    expect(new Set(names).size).toBe(TILES.length);
    expect(names.every((name) => name.length > 0 && !TILES.some((tile) => name.includes(tile)))).toBe(true);
  });

  test('says how a round was won', () => {
    const how = words.sheet.how({
      by: 'discard',
      source: words.places.left,
      opening: 'earthly',
      shareOut: false,
      killPig: true,
    });
    expect(how.split(' · ')).toHaveLength(3);
  });
});

test('the tiles are called as players call them', () => {
  expect(['5m', '1z', '5z', '3f'].map((tile) => zh.tile(tile as '5m'))).toEqual(['五万', '东', '白', '秋']);
  expect(en.tile('5m')).toBe('5 of characters');
});
