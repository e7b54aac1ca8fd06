import { readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { TILES } from '../src/wire/tiles';
import { en } from '../src/words/en';
import { refusalWords } from '../src/words/refusals';
import { zh } from '../src/words/zh';

const generated = readFileSync(new URL('../src/wire/generated.ts', import.meta.url), 'utf8');
const refused = /interface Refused \{[^}]*?\bcode: ([^;]*);/.exec(generated)?.[1] ?? '';
const CODES = refused.split(' | ').map((code) => code.slice(1, -1));

const refusals = readFileSync(new URL('../src/wire/refusals.ts', import.meta.url), 'utf8');
const REFUSALS = (/type RefusalCode =([^;]*);/.exec(refusals)?.[1] ?? '').match(/\w+/g) ?? [];

describe.each([
  ['zh', zh],
  ['en', en],
])('%s', (_, words) => {
  test('names every tile, each differently', () => {
    const names = TILES.map(words.tile);
    expect(new Set(names).size).toBe(TILES.length);
    expect(names.every((name) => name.length > 0 && !TILES.some((tile) => name.includes(tile)))).toBe(true);
  });

  test('says every refusal of the server, and no other', () => {
    expect(CODES).toContain('too_fast');
    expect(Object.keys(words.faults.known).sort()).toEqual([...CODES].sort());
    for (const said of Object.values(words.faults.known)) {
      expect(/\p{Script=Han}/u.test(said)).toBe(words === zh);
    }
  });

  test('says every refusal over HTTP, and no other', () => {
    const said = refusalWords[words === zh ? 'zh' : 'en'];
    expect(REFUSALS).toContain('no_seat');
    expect(Object.keys(said.codes).sort()).toEqual([...REFUSALS].sort());
    for (const text of [...Object.values(said.codes), ...Object.values(said.statuses), said.other(418)]) {
      expect(/\p{Script=Han}/u.test(text)).toBe(words === zh);
    }
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
