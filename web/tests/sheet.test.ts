// The sheet: two readings side by side, what the players are called, and another match.

import { describe, expect, test } from 'vitest';

import { Game } from '../src/game/game.svelte';
import { compare } from '../src/sheet/comparing';
import { namesOn } from '../src/sheet/names';
import type { Item } from '../src/wire/view';
import type { SeatResult } from '../src/wire/protocol';
import { en } from '../src/words/en';
import { zh } from '../src/words/zh';
import { person, welcome } from './messages';

const item = (rule: string, tai: number, zh = rule): Item => ({ rule, tai, zh, en: zh });

describe('two readings side by side', () => {
  test('differ by what only one of them has', () => {
    const { differing, alike } = compare([item('B6', 1), item('B6', 1), item('V9', 7)], [item('B6', 1), item('V5', 13)]);
    expect(alike).toEqual([item('B6', 1)]);
    expect(differing).toEqual([
      { item: item('B6', 1), taken: 1, other: null },
      { item: item('V9', 7), taken: 7, other: null },
      { item: item('V5', 13), taken: null, other: 13 },
    ]);
  });

  test('have one line for the same thing at another price', () => {
    const { differing } = compare([item('A19', 15, 'x')], [item('A19', 10, 'x')]);
    expect(differing).toEqual([{ item: item('A19', 15, 'x'), taken: 15, other: 10 }]);
  });

  test('are alike where neither has more', () => {
    const items = [item('V1', 1), item('V4', 7)];
    expect(compare(items, [...items].reverse())).toEqual({ differing: [], alike: items });
  });
});

describe('names on a sheet', () => {
  const bot = (): ReturnType<typeof person> => person('greedy', { kind: 'bot' });
  const result = (name: string | null, isBot = false): SeatResult => ({
    coins: 0,
    balance: null,
    gained: 0,
    rank_points: null,
    rank_before: null,
    rank: null,
    name,
    bot: isBot,
    rate: 100,
    due: 0,
    had: null,
    short: [],
  });

  test('are places where one plays alone', () => {
    const names = namesOn({ players: [person('player'), bot(), bot(), bot()], several: false }, 0, null, zh);
    expect(names.map(({ full }) => full)).toEqual(['你', '下家', '对家', '上家']);
  });

  test('are those of persons, beside their places', () => {
    const names = namesOn({ players: [person('a'), person('me'), person('b'), bot()], several: true }, 1, null, zh);
    expect(names.map(({ full }) => full)).toEqual(['上家 a', '你', '下家 b', '对家 电脑']);
    expect(names.map(({ short }) => short)).toEqual(['上家', '你', '下家', '对家']);
  });

  test('are those of who played, whoever has the seat by now', () => {
    const players = [person('late'), person('me'), bot(), bot()];
    const names = namesOn({ players, several: true }, 1, [result('early'), result('me'), result(null), result('greedy', true)], en);
    expect(names.map(({ name }) => name)).toEqual(['early', en.places.own, en.places.right, en.together.bots['greedy']]);
  });

  test('are all there is for who watches', () => {
    const words = { ...zh, places: zh.placesSeen, watching: true };
    const names = namesOn({ players: [person('a'), person('b'), person('c'), bot()], several: true }, 0, null, words);
    expect(names.map(({ full }) => full)).toEqual(['a', 'b', 'c', '电脑']);
    expect(names.map(({ short }) => short)).toEqual(['a', 'b', 'c', '电脑']);
  });
});

test('another table for the same players is told of', () => {
  const game = new Game(() => true, 't1');
  game.receive(welcome([person('a'), person('b'), person('c'), person('d')]));
  expect(game.rematch).toBeNull();
  game.receive({ type: 'rematch', table: 't2', code: 'ABCDEF', seat: 2 });
  expect(game.rematch).toMatchObject({ table: 't2', seat: 2 });
});
