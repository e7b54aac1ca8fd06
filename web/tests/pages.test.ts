// The pages around the table, as far as they do more than show: waiting for a seat, rules changed, figures.

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { Changes } from '../src/friends/changes.svelte';
import { Waiting } from '../src/lobby/waiting.svelte';
import { Attempt } from '../src/pages/attempt.svelte';
import { ask, Refusal } from '../src/rest/ask';
import type { Queued } from '../src/rest/rooms';
import { grouped, shortened, signedCoins } from '../src/shared/numbers';

type Said = [method: string, path: string];

const queued: Queued = { room: 'novice', ruleset: 'standard', waiting: 2, seconds: 3, table: null };

let said: Said[];
/** What the server answers next, in turn: a status and a body; then nothing more. */
let answers: [number, unknown][];
let kept: Map<string, string>;

beforeEach(() => {
  said = [];
  answers = [];
  kept = new Map();
  vi.useFakeTimers();
  vi.stubGlobal('document', { baseURI: 'http://server/' });
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  vi.stubGlobal('fetch', (address: URL, options: RequestInit) => {
    said.push([options.method ?? 'GET', address.pathname.slice(1) + address.search]);
    const answer = answers.shift();
    if (answer === undefined) return new Promise(() => undefined);
    const [status, body] = answer;
    return status === 0 ? Promise.reject(new Error('away')) : Promise.resolve(Response.json(body, { status }));
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Let everything that is under way come to its end. */
const settled = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

test('a refusal has a status, a message and a reason', async () => {
  answers = [[409, { detail: 'too few', extra: { reason: 'too_few_coins' } }], [502, 'no json that we know'], [0, null]];
  const refusals = await Promise.all([0, 1, 2].map(() => ask('GET', 'api/x').catch((fault: unknown) => fault as Refusal)));
  expect(refusals.map((one) => [(one as Refusal).status, (one as Refusal).reason])).toEqual([
    [409, 'too_few_coins'],
    [502, ''],
    [0, ''],
  ]);
  expect((refusals[0] as Refusal).message).toBe('too few');
});

test('who waits is seated when a table is found, also after the line broke and the server was busy', async () => {
  const seated: string[] = [];
  const waiting = new Waiting((table) => seated.push(table));
  answers = [[200, queued], [0, null], [503, {}], [200, { ...queued, waiting: 3 }], [200, { ...queued, table: 't1' }]];
  void waiting.enter('novice', 'standard');
  await settled();
  expect(waiting.queued?.waiting).toBe(2);
  expect(waiting.since).toBe(Date.now() - 3000);
  await vi.advanceTimersByTimeAsync(4000);
  expect(seated).toEqual(['t1']);
  expect(said[0]).toEqual(['POST', 'api/rooms/novice/standard/queue']);
  expect(kept.size).toBe(0);
});

test('an answer to a wait that was left counts for nothing', async () => {
  const seated: string[] = [];
  const waiting = new Waiting((table) => seated.push(table));
  answers = [[200, queued], [0, null]];
  void waiting.enter('novice', 'standard');
  await settled();
  answers = [[200, { left: true, table: null }], [200, { ...queued, table: 't1' }]];
  await waiting.leave();
  await vi.advanceTimersByTimeAsync(4000);
  expect(seated).toEqual([]);
  expect(waiting.queued).toBeNull();
  expect(said.at(-1)).toEqual(['DELETE', 'api/queue']);
});

test('who was seated while leaving comes to the table', async () => {
  const seated: string[] = [];
  const waiting = new Waiting((table) => seated.push(table));
  answers = [[200, queued]];
  void waiting.enter('novice', 'standard');
  await settled();
  answers = [[200, { left: false, table: 't1' }]];
  await waiting.leave();
  expect(seated).toEqual(['t1']);
});

test('a queue that the server forgot is gone; one that refuses says why', async () => {
  const waiting = new Waiting(() => undefined);
  answers = [[200, queued], [404, {}]];
  await waiting.enter('novice', 'standard');
  expect([waiting.gone, waiting.queued]).toEqual([true, null]);
  answers = [[409, { detail: 'no', extra: { reason: 'seated' } }]];
  await waiting.enter('novice', 'standard');
  expect([waiting.gone, waiting.refused?.reason]).toEqual([false, 'seated']);
});

test('a page loaded again goes on waiting, and asks nothing where nobody waited', async () => {
  await new Waiting(() => undefined).resume();
  expect(said).toEqual([]);
  answers = [[200, queued]];
  void new Waiting(() => undefined).enter('novice', 'standard');
  await settled();
  const again = new Waiting(() => undefined);
  answers = [[200, { ...queued, seconds: 9 }]];
  void again.resume();
  await settled();
  expect(again.queued?.seconds).toBe(9);
});

test('only what differs from the rule set is a change', () => {
  const changes = new Changes('standard', { chow: true, reserve: 20, 'tai.B1': [2, 5, 8] });
  expect(changes.spec).toBe('standard');
  changes.change('reserve', 24);
  changes.change('tai.B1', [2, 6, 8]);
  expect(changes.spec).toEqual({ base: 'standard', set: { reserve: 24, 'tai.B1': [2, 6, 8] } });
  expect([changes.value('chow'), changes.changed('reserve'), changes.has('earthly')]).toEqual([true, true, false]);
  changes.change('reserve', 20);
  changes.change('tai.B1', [2, 5, 8]);
  expect(changes.spec).toBe('standard');
  changes.change('chow', false);
  changes.reset();
  expect(changes.count).toBe(0);
});

test('an attempt is made once at a time', async () => {
  const attempt = new Attempt();
  let done: () => void = () => undefined;
  const first = attempt.make(() => new Promise<void>((resolve) => (done = resolve)));
  expect(await attempt.make(() => Promise.resolve())).toBe(false);
  done();
  expect(await first).toBe(true);
  expect(await attempt.make(() => Promise.reject(new Refusal(403, 'no')))).toBe(false);
  expect(attempt.refused?.status).toBe(403);
});

test('coins are written with their thousands apart', () => {
  expect([grouped(30_000), signedCoins(60_000), signedCoins(-1_234), signedCoins(0)]).toEqual(['30,000', '+60,000', '−1,234', '0']);
  expect([shortened(999_999), shortened(1_234_500)]).toEqual(['999,999', '1.23M']);
});
