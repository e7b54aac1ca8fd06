import { describe, expect, test } from 'vitest';

import { layHand } from '../src/shared/sorting';
import { spell } from '../src/sheet/spelling';
import { facesLike, parseTiles, sorted, TILES, without } from '../src/wire/tiles';

describe('tiles', () => {
  test('there are 42 faces, in the order of the wall', () => {
    expect(TILES).toHaveLength(42);
    expect(TILES[0]).toBe('1m');
    expect(TILES[33]).toBe('7z');
    expect(TILES[41]).toBe('8f');
  });

  test('sheets write them in groups', () => {
    expect(parseTiles('13m44p7z')).toEqual(['1m', '3m', '4p', '4p', '7z']);
  });

  test('sorting and taking away leave the given list as it was', () => {
    const hand = parseTiles('7z1m1m');
    expect(sorted(hand)).toEqual(['1m', '1m', '7z']);
    expect(without(hand, ['1m', '9p'])).toEqual(['7z', '1m']);
    expect(hand).toEqual(['7z', '1m', '1m']);
  });

  test('flowers of one colour are one kind', () => {
    expect(facesLike('3f')).toEqual(['1f', '2f', '3f', '4f']);
    expect(facesLike('8f')).toEqual(['5f', '6f', '7f', '8f']);
    expect(facesLike('5z')).toEqual(['5z']);
  });
});

describe('the own hand', () => {
  test('has the wild tiles leftmost and the drawn tile apart', () => {
    expect(layHand(parseTiles('19m3z2z'), '2z', ['9m', '3z'])).toEqual({ kept: ['9m', '3z', '1m'], apart: '2z' });
  });

  test('keeps the other tiles equal to the drawn one', () => {
    expect(layHand(parseTiles('55p'), '5p', [])).toEqual({ kept: ['5p'], apart: '5p' });
  });
});

describe('a reading', () => {
  test('knows which tile a wild tile stands for, in concealed sets alone', () => {
    const groups = spell({ sets: ['555p', '567p', '111m', '222m', '333m'], pair: '99s', wilds: [{ tile: '3z', as: '5p' }] }, 1);
    expect(groups[0]?.map(({ wild }) => wild)).toEqual([null, null, null]);
    expect(groups[1]?.map(({ wild }) => wild)).toEqual(['3z', null, null]);
  });

  test('places two wild tiles for one face on two tiles, and one in the pair', () => {
    const wilds = [
      { tile: '8m', as: '9s' },
      { tile: '8m', as: '9s' },
    ] as const;
    const groups = spell({ sets: ['111p', '222p', '333p', '111m', '222m'], pair: '99s', wilds: [...wilds] }, 5);
    expect(groups[5]?.map(({ wild }) => wild)).toEqual(['8m', '8m']);
  });
});
