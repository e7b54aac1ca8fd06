// The guide and the calculator, as far as they do more than show.

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { Composing, meldOf } from '../src/calculator/composing.svelte';
import { Verdict } from '../src/calculator/verdict.svelte';
import { Reading } from '../src/guide/reading.svelte';
import { tabOf } from '../src/guide/tabs';
import type { Fault, ScoreRequest } from '../src/rest/guide';
import { guideWords } from '../src/words/guide';
import type { Tile } from '../src/wire/tiles';

let asked: [method: string, path: string, body: unknown][];
let answers: [number, unknown][];

beforeEach(() => {
  asked = [];
  answers = [];
  vi.useFakeTimers();
  vi.stubGlobal('document', { baseURI: 'http://server/' });
  vi.stubGlobal('fetch', (address: URL, options: RequestInit) => {
    asked.push([options.method ?? 'GET', decodeURIComponent(address.pathname.slice(1) + address.search), JSON.parse(String(options.body ?? 'null'))]);
    const answer = answers.shift();
    if (answer === undefined) return new Promise(() => undefined);
    return Promise.resolve(Response.json(answer[1], { status: answer[0] }));
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const put = (composing: Composing, ...tiles: Tile[]): void => tiles.forEach((tile) => composing.put(tile));

test('tiles go where one has pointed, and after two indicators into the hand', () => {
  const composing = new Composing();
  expect([composing.empty, composing.request('standard')]).toEqual([true, null]);
  put(composing, '8m', '1f', '3m', '1m');
  composing.place = 'pung';
  put(composing, '7z');
  composing.place = 'chow';
  put(composing, '5s');
  composing.place = 'bonus';
  put(composing, '5z');
  composing.place = 'win';
  put(composing, '9p', '2m');
  composing.change({ by: 'discard' });
  expect(composing.wild).toEqual(['8m', '1f', '2f', '3f', '4f']);
  expect(composing.request({ base: 'standard', set: { chow: true } })).toEqual({
    indicators: ['8m', '1f'],
    seat_wind: 'south',
    hand: '1m3m',
    melds: [
      { kind: 'pung', tiles: '7z7z7z' },
      { kind: 'chow', tiles: '5s6s7s' },
    ],
    bonus: '5z',
    win: { tile: '2m', by: 'discard', after: null, kong_tile: null, opening: null, share_out: false, ready: false },
    ruleset: { base: 'standard', set: { chow: true } },
  });
  composing.take('melds', 0);
  composing.take('hand', 1);
  composing.take('indicators', 0);
  expect([composing.melds.length, composing.hand, composing.request('standard')]).toEqual([1, ['1m'], null]);
  composing.clear();
  expect([composing.empty, composing.place]).toEqual([true, 'indicators']);
});

test('one does not go on pointing at a meld that the rules no longer have', () => {
  const composing = new Composing();
  composing.keepTo(['chow', 'pung'], ['pung']);
  expect(composing.place).toBe('indicators');
  composing.place = 'pung';
  composing.keepTo(['chow', 'pung'], ['pung']);
  expect(composing.place).toBe('pung');
  composing.place = 'chow';
  composing.keepTo(['chow', 'pung'], ['pung']);
  expect(composing.place).toBe('hand');
});

test('a meld is made of the tile that begins it', () => {
  expect(meldOf('chow', '9p')).toEqual(['7p', '8p', '9p']);
  expect(meldOf('pung', '1z')).toEqual(['1z', '1z', '1z']);
  expect(meldOf('concealed_kong', '2m')).toHaveLength(4);
  expect(meldOf('bonus_kong', '6f')).toEqual(['5f', '6f', '7f', '8f']);
  expect(meldOf('bonus_kong', '5z')).toEqual(['5z', '5z', '5z', '5z']);
});

test('a worked hand is laid out as it was', () => {
  const request: ScoreRequest = {
    indicators: ['9m', '9p'],
    seat_wind: 'east',
    hand: '9m1m',
    melds: [{ kind: 'chow', tiles: '123m' }],
    bonus: '1f',
    win: { tile: '7s', by: 'robbed_kong', after: null, kong_tile: null, opening: null, share_out: false, ready: true },
    ruleset: 'standard',
  };
  const composing = new Composing();
  composing.load(request);
  expect(composing.request('alternate')).toEqual({
    ...request,
    hand: '1m9m',
    melds: [{ kind: 'chow', tiles: '1m2m3m' }],
    ruleset: 'alternate',
  });
  composing.load({ ...request, win: null });
  expect(composing.request('standard')?.win).toBeNull();
});

test('the server is asked once the composer pauses, and only the last answer counts', async () => {
  const verdict = new Verdict();
  const request = { hand: 'x' } as unknown as ScoreRequest;
  answers = [[200, { sheet: null, fault: null }], [429, { detail: 'no' }]];
  void verdict.ask(request);
  void verdict.ask(request);
  expect(verdict.stale).toBe(true);
  await vi.advanceTimersByTimeAsync(1000);
  expect(verdict.stale).toBe(false);
  expect(asked).toHaveLength(1);
  expect(asked[0]?.slice(0, 2)).toEqual(['POST', 'api/score']);
  expect(verdict.scored).not.toBeNull();
  void verdict.ask(request);
  await vi.advanceTimersByTimeAsync(1000);
  expect([verdict.scored, verdict.refused?.status]).toEqual([null, 429]);
  void verdict.ask(null);
  expect(verdict.refused).toBeNull();
});

test('the guide follows the rule set and its changes', async () => {
  const reading = new Reading();
  answers = [
    [200, { rulesets: { standard: { chow: true, 'tai.V4': 7 }, alternate: {} }, fields: [] }],
    [200, { lessons: [], chapters: [], rules: [], examples: [] }],
    [500, {}],
    [200, { lessons: ['again'] }],
  ];
  await reading.again(null);
  expect(reading.spec).toBe('standard');
  reading.choose({ base: 'standard', set: { 'tai.V4': 5 } });
  expect(reading.spec).toEqual({ base: 'standard', set: { 'tai.V4': 5 } });
  await reading.read('standard');
  expect(asked[1]?.[1]).toBe('api/guide?ruleset=standard');
  const second = reading.read({ base: 'standard', set: { 'tai.V4': 5 } });
  await vi.advanceTimersByTimeAsync(1000);
  await second;
  expect(asked[2]?.[1]).toBe('api/guide?ruleset={"base":"standard","set":{"tai.V4":5}}');
  expect(reading.refused?.status).toBe(500);
  // What failed is asked for again; what was told is not.
  const third = reading.again('alternate');
  await vi.advanceTimersByTimeAsync(1000);
  await third;
  expect(asked[3]).toEqual(asked[2]);
  expect(reading.guide).toEqual({ lessons: ['again'] });
  const fourth = reading.read('standard');
  await vi.advanceTimersByTimeAsync(1000);
  await fourth;
  expect(asked).toHaveLength(4);
});

test('an address names a part of the guide', () => {
  expect(['rules', 'calculator', '', 'nowhere'].map(tabOf)).toEqual(['rules', 'calculator', 'how', 'how']);
});

test('every fault is said in both languages', () => {
  const fault: Fault = { code: 'hand_size', message: '', where: 'hand', tile: '1m', count: 12, expected: 13 };
  for (const words of Object.values(guideWords)) {
    for (const say of Object.values(words.faults)) expect(say(fault, 'TILE')).not.toMatch(/undefined|null|NaN/);
  }
  expect(guideWords.en.faults.hand_size(fault, '')).toBe('1 tile is missing in the hand.');
  expect(guideWords.en.faults.hand_size({ ...fault, count: 15 }, '')).toBe('2 tiles too many in the hand.');
  expect(guideWords.zh.faults.too_many({ ...fault, count: 5, expected: 4 }, '一万')).toBe('一万用了 5 张，一共只有 4 张（翻牌也算）。');
});
