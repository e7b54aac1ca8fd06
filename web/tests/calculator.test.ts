// A hand in an address: what is written is read again, and whatever else stands there does no harm.

import { beforeEach, describe, expect, test, vi } from 'vitest';

import { handAddress, linkedIn, queryOf } from '../src/calculator/address';
import { Composing, type Composed } from '../src/calculator/composing.svelte';
import { parseTiles, writeTiles } from '../src/wire/tiles';

const HAND: Composed = {
  indicators: ['8m', '3z'],
  wind: 'east',
  hand: parseTiles('123456m789p56s55p'),
  melds: [
    { kind: 'added_kong', tiles: ['7z', '7z', '7z', '7z'] },
    { kind: 'chow', tiles: ['1s', '2s', '3s'] },
  ],
  bonus: ['1f', '5z'],
  win: '7s',
  how: { by: 'self_draw', after: 'exposed_kong', kong_tile: '7z', opening: null, share_out: false, ready: true },
};

beforeEach(() => vi.stubGlobal('location', new URL('http://server/?lang=en#guide')));

test('tiles are written in groups, and read from them', () => {
  expect(writeTiles(HAND.hand)).toBe('123456m789p56s55p');
  expect(writeTiles(['1m'])).toBe('1m');
  expect(writeTiles([])).toBe('');
  expect(parseTiles(writeTiles(HAND.hand))).toEqual(HAND.hand);
});

describe('an address', () => {
  test('has the hand by the names of the command line', () => {
    expect(handAddress(queryOf(HAND, 'alternate'))).toBe(
      'http://server/#guide/calculator?indicators=8m3z' +
        '&seat=east&hand=123456m789p56s55p&melds=added_kong:7777z,chow:123s&bonus=1f5z' +
        '&win=7s&by=self_draw&after=exposed_kong&kong-tile=7z&ready=1&ruleset=alternate',
    );
  });

  test.each<[string, Partial<Composed>]>([
    ['all of it', {}],
    ['no win', { win: null, how: { by: 'self_draw', after: null, kong_tile: null, opening: null, share_out: false, ready: false } }],
    ['a discard', { how: { by: 'discard', after: null, kong_tile: null, opening: 'earthly', share_out: false, ready: false } }],
    ['the share-out', { how: { by: 'self_draw', after: null, kong_tile: null, opening: null, share_out: true, ready: false } }],
    ['a hand that is not whole', { indicators: ['1f'], hand: [], bonus: [], melds: [] }],
  ])('keeps %s', (_, part) => {
    const composed = { ...HAND, ...part };
    for (const ruleset of ['standard', { base: 'alternate', set: { 'tai.A1': 12, earthly: [], chow: false } }]) {
      expect(linkedIn(queryOf(composed, ruleset))).toEqual({ composed, ruleset });
    }
  });

  test.each(['', 'seat=east', 'hand=&melds=&win=', 'ruleset=standard', '%', '=', 'hand=0m9z9f'])('without a hand leads to none: %j', (query) => {
    expect(linkedIn(query)).toBeNull();
  });

  test('may hold anything: what cannot be read is passed over', () => {
    const linked = linkedIn(
      `hand=1m0m9z<b>&seat=up&melds=pung:777z,none:1m,chow,pung:&win=11m&by=magic&after=tea&opening=late&indicators=1m2m3m&ruleset={"base":7}&bonus=${'1f'.repeat(99)}`,
    );
    expect(linked).toEqual({
      composed: {
        indicators: ['1m', '2m'],
        wind: 'south',
        hand: ['1m'],
        melds: [{ kind: 'pung', tiles: ['7z', '7z', '7z'] }],
        bonus: Array.from({ length: 24 }, () => '1f'),
        win: '1m',
        how: { by: 'self_draw', after: null, kong_tile: null, opening: null, share_out: false, ready: false },
      },
      ruleset: null,
    });
    expect(linkedIn('hand=1m&ruleset={')?.ruleset).toBeNull();
    expect(linkedIn('hand=1m&ruleset=golden')?.ruleset).toBe('golden');
  });
});

test('a hand that is laid out is gone on with where it breaks off', () => {
  const composing = new Composing();
  composing.lay({ ...HAND, indicators: ['8m'] });
  expect([composing.place, composing.melds.length, composing.how.kong_tile]).toEqual(['indicators', 2, '7z']);
  composing.lay(HAND);
  expect(composing.place).toBe('hand');
  composing.place = 'added_kong';
  composing.put('6z');
  expect(composing.request('standard')?.melds.at(-1)).toEqual({ kind: 'added_kong', tiles: '6z6z6z6z' });
});
