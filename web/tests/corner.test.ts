import { expect, test } from 'vitest';

import { cornerOf } from '../src/appearance/corner';

test.each([
  ['1m', '1'],
  ['9s', '9'],
  ['1z', 'E'],
  ['4z', 'N'],
  ['5z', 'B'],
  ['6z', 'F'],
  ['7z', 'C'],
  ['3f', '3'],
  ['5f', '1'],
  ['8f', '4'],
] as const)('the corner of %s says %s', (tile, corner) => {
  expect(cornerOf(tile)).toBe(corner);
});
