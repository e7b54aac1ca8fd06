import { describe, expect, test } from 'vitest';

import { layMeld, meldWidth } from '../src/shared/melding';
import type { Meld } from '../src/wire/view';

const pung = (source: number): Meld => ({ kind: 'pung', tiles: ['5p', '5p', '5p'], tile: '5p', source });
const turned = (meld: Meld, owner: number): number[] =>
  layMeld(meld, owner).flatMap((tile, index) => (tile.turned ? [index] : []));

describe('the turned tile tells whom it came from', () => {
  test.each([
    ['left', 3, 0],
    ['across', 2, 1],
    ['right', 1, 2],
  ])('a pung from the %s', (_, source, place) => {
    expect(turned(pung(source), 0)).toEqual([place]);
  });

  test('as seen by its owner, wherever that one sits', () => {
    expect(turned(pung(1), 2)).toEqual([0]);
    expect(turned(pung(3), 2)).toEqual([2]);
  });

  test('a kong from the right has it fourth', () => {
    const kong: Meld = { kind: 'exposed_kong', tiles: ['1z', '1z', '1z', '1z'], tile: '1z', source: 1 };
    expect(turned(kong, 0)).toEqual([3]);
    expect(meldWidth(kong, 0)).toBeCloseTo(3 + 4 / 3);
  });

  test('a chow shows the claimed tile first, the other two in order', () => {
    const chow: Meld = { kind: 'chow', tiles: ['3s', '4s', '5s'], tile: '4s', source: 3 };
    expect(layMeld(chow, 0).map(({ face }) => face)).toEqual(['4s', '3s', '5s']);
  });
});

test('the fourth tile of an added kong lies on the turned one', () => {
  const kong: Meld = { kind: 'added_kong', tiles: ['9p', '9p', '9p', '9p'], tile: '9p', source: 2 };
  expect(layMeld(kong, 0)).toEqual([
    { face: '9p', turned: false, above: null },
    { face: '9p', turned: true, above: '9p' },
    { face: '9p', turned: false, above: null },
  ]);
});

test('a concealed kong shows its kind between two backs, an opening kong nothing', () => {
  const faces = (meld: Meld): (string | null)[] => layMeld(meld, 0).map(({ face }) => face);
  const concealed: Meld = { kind: 'concealed_kong', tiles: ['2s', '2s', '2s', '2s'], tile: null, source: null };
  expect(faces(concealed)).toEqual([null, '2s', '2s', null]);
  expect(faces({ kind: 'bonus_kong', tiles: [], tile: null, source: null })).toEqual([null, null, null, null]);
});
