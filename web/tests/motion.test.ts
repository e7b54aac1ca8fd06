// Which tiles travel between which spots, when, and how the own hand closes up.

import { readdirSync, readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { paceOf, SPEEDS, type SceneName } from '../src/motion/pace';
import { FASTEST, LONGEST_LAG, Queue } from '../src/motion/queue';
import { placeOfLeaving, sources } from '../src/motion/slides';
import { begins, sceneOf, type Spot } from '../src/motion/spots';
import { layMeld } from '../src/shared/melding';
import type { GameEvent } from '../src/wire/events';
import { emptyView, fold } from '../src/wire/fold';
import { sorted, type Tile } from '../src/wire/tiles';
import type { SeatView, View } from '../src/wire/view';

describe('the queue', () => {
  const waits = (entry: ReturnType<Queue['enter']>): (number | undefined)[] => entry.slots.map((slot) => slot?.wait);

  test('lets a scene begin at once, and the next when that lets it', () => {
    const queue = new Queue();
    expect(queue.enter(5000, [120])).toEqual({ settle: false, slots: [{ wait: 0, rate: 1 }] });
    expect(queue.enter(5050, [120]).slots).toEqual([{ wait: 70, rate: 1 }]);
    expect(queue.enter(9000, [120, 200]).slots).toEqual([
      { wait: 0, rate: 1 },
      { wait: 120, rate: 1 },
    ]);
  });

  test('hurries when it lags', () => {
    const queue = new Queue();
    const { settle, slots } = queue.enter(0, [500, 500, 500]);
    expect(settle).toBe(false);
    expect(slots.map((slot) => slot?.rate)).toEqual([1.5, 1.5, 1.5]);
    expect(waits({ settle, slots }).map((wait) => Math.round(wait ?? -1))).toEqual([0, 333, 667]);
  });

  test('leaves out what was missed, and shows what happened last', () => {
    const queue = new Queue();
    queue.enter(0, [400]);
    const entry = queue.enter(10, Array<number>(100).fill(200));
    expect(entry.settle).toBe(true);
    expect(entry.slots.filter((slot) => slot === null)).toHaveLength(90);
    expect(entry.slots.at(-1)).toEqual({ wait: 900, rate: FASTEST });
    expect(entry.slots.at(90)).toEqual({ wait: 0, rate: FASTEST });
  });

  test('never lags more than a second, whatever comes', () => {
    const queue = new Queue();
    let state = 7;
    const random = (below: number): number => (state = (state * 48271) % 2147483647) % below;
    for (let now = 0; now < 60_000; now += random(120)) {
      const { settle, slots } = queue.enter(now, Array.from({ length: random(9) }, () => random(420)));
      const begun = slots.filter((slot) => slot !== null);
      for (const { wait, rate } of begun) {
        expect(wait).toBeGreaterThanOrEqual(0);
        expect(wait).toBeLessThanOrEqual(LONGEST_LAG);
        expect(rate).toBeLessThanOrEqual(FASTEST);
      }
      if (!settle) expect(begun).toHaveLength(slots.length);
    }
  });

  test('begins anew when it is cleared, and takes what needs no time', () => {
    const queue = new Queue();
    queue.enter(0, [1000]);
    expect(queue.enter(0, [0])).toEqual({ settle: false, slots: [{ wait: 1000, rate: 1 }] });
    queue.clear();
    expect(waits(queue.enter(0, [10]))).toEqual([0]);
    expect(queue.enter(0, [])).toEqual({ settle: false, slots: [] });
  });
});

test.each<SceneName>(['deal', 'draw', 'replacement', 'discard', 'claim', 'kong', 'win'])('%s takes less time at each speed', (name) => {
  const travels = SPEEDS.map((speed) => paceOf(name, speed).travel);
  expect(travels).toEqual([...travels].sort((a, b) => b - a));
  expect(new Set(travels).size).toBe(5);
  for (const speed of SPEEDS) expect(paceOf(name, speed).hold).toBeLessThanOrEqual(LONGEST_LAG);
});

describe('a hand that closes up', () => {
  const hand: Tile[] = ['1m', '3m', '3m', '5p', '3m'];

  test('keeps equal tiles in their order', () => {
    expect(sources(hand, ['1m', '3m', '3m', '5p'], new Set([1]))).toEqual([0, 2, 4, 3]);
    expect(sources(hand, ['1m', '3m', '3m', '5p'], new Set([4]))).toEqual([0, 1, 2, 3]);
    expect(sources(hand, ['3m', '9s'], new Set([1, 2]))).toEqual([4, null]);
  });

  test('loses the tile that was drawn, or touched, or the first like it', () => {
    const of = (drawn: boolean, touched: number, ...gone: number[]): number =>
      placeOfLeaving(hand, new Set(gone), '3m', { drawn, touched });
    expect(of(true, 1)).toBe(4);
    expect(of(false, 2)).toBe(2);
    expect(of(false, 3)).toBe(1);
    expect(of(false, -1, 1)).toBe(2);
    expect(of(false, 2, 1, 2, 4)).toBe(-1);
    expect(placeOfLeaving(hand, new Set(), null, { drawn: false, touched: 0 })).toBe(-1);
  });
});

describe('golden rounds', () => {
  const FOLDER = new URL('../../tests/golden/', import.meta.url);
  const names = readdirSync(FOLDER).filter((name) => name.endsWith('.steps.jsonl'));

  /** What can lie at a spot of a view: its face, null for a back, and undefined where there is nothing. */
  function lying(view: View, spot: Spot): Tile | null | undefined {
    if (spot.at === 'wall') return null;
    const seat = view.seats[spot.seat] as SeatView;
    if (spot.at === 'river') return seat.river[spot.index]?.tile;
    if (spot.at === 'bonus') return sorted(seat.bonus)[spot.index];
    if (spot.at === 'hand') return spot.tile ?? null;
    const meld = seat.melds[spot.meld];
    return meld && layMeld(meld, spot.seat).map(({ face }) => face)[spot.index];
  }

  function redact(event: GameEvent, seat: number): GameEvent {
    if (event.type === 'drawn' && event.seat !== seat) return { ...event, tile: null };
    if (event.type === 'opening_kong_made' && event.seat !== seat) return { ...event, tiles: null };
    return event;
  }

  test('there are some', () => expect(names).not.toEqual([]));

  test.each(names)('in %s every tile travels from where it was to where it is', (name) => {
    const text = readFileSync(new URL(name, FOLDER), 'utf8');
    const events = text
      .split('\n')
      .filter(Boolean)
      .map((line) => (JSON.parse(line) as { event?: GameEvent }).event)
      .filter((event) => event !== undefined);
    for (const seat of [0, 1, 2, 3]) {
      let view = emptyView(seat, 'standard');
      let began = 0;
      for (const event of events) {
        const before = view;
        view = fold(view, redact(event, seat), null);
        if (begins(before, view)) began++;
        const { name: scene, travels } = sceneOf(redact(event, seat), view);
        for (const { from, to } of travels) {
          const what = JSON.stringify({ event, from, to });
          expect(lying(view, to), what).not.toBeUndefined();
          if (from.at === 'hand') expect(before.seats[from.seat]?.size, what).toBeGreaterThan(0);
          else expect(lying(view, from), what).not.toBeUndefined();
          const [left, came] = [lying(view, from), lying(view, to)];
          if (left && came) expect(came, what).toBe(left);
        }
        const ends = travels.map(({ to }) => to).filter(({ at }) => at !== 'hand');
        expect(new Set(ends.map((to) => JSON.stringify(to))).size).toBe(ends.length);
        if (event.type === 'discarded' || event.type === 'drawn') expect(travels).toHaveLength(1);
        if (event.type === 'chow_made' || event.type === 'pung_made') expect([scene, travels.length]).toEqual(['claim', 3]);
      }
      expect(began, 'the round begins once').toBe(1);
    }
  });
});
