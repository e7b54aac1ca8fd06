// What is heard, when, and what the waves are like.

import { describe, expect, test } from 'vitest';

import { CUES, cueOf, type CueName } from '../src/sound/cues';
import { wave, type Instrument } from '../src/sound/waves';
import type { GameEvent } from '../src/wire/events';

const RATE = 44_100;
const INSTRUMENTS: Instrument[] = ['tile', 'string', 'block', 'bell', 'gong'];
const peak = (samples: Float32Array): number => samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);

describe.each(INSTRUMENTS)('a %s', (instrument) => {
  test.each([8_000, RATE, 96_000])('rings at %i samples a second, and falls silent', (rate) => {
    const samples = wave(instrument, 440, rate);
    expect(samples.every(Number.isFinite)).toBe(true);
    expect(peak(samples)).toBeGreaterThan(0.5);
    expect(peak(samples)).toBeLessThanOrEqual(1);
    expect(Math.abs(samples.at(-1) ?? 1)).toBe(0);
    const quarter = Math.floor(samples.length / 4);
    expect(peak(samples.slice(-quarter))).toBeLessThan(peak(samples.slice(0, quarter)) / 2);
  });

  test('sounds the same every time', () => {
    expect(Buffer.from(wave(instrument, 587, RATE).buffer).equals(Buffer.from(wave(instrument, 587, RATE).buffer))).toBe(true);
  });
});

test('a string has the pitch it is asked for', () => {
  const samples = wave('string', 441, RATE).slice(RATE / 5, RATE / 2);
  const alike = (lag: number): number => samples.reduce((sum, one, at) => sum + one * (samples[at + lag] ?? 0), 0);
  const lags = Array.from({ length: 60 }, (_, at) => at + 70);
  const best = lags.reduce((most, lag) => (alike(lag) > alike(most) ? lag : most));
  expect(Math.abs(best - 100)).toBeLessThanOrEqual(1);
});

describe('cues', () => {
  const names = Object.keys(CUES) as CueName[];

  test('are short, and within what can be played', () => {
    for (const name of names) {
      expect(CUES[name].length, name).toBeGreaterThan(0);
      for (const { at, pitch, gain } of CUES[name]) {
        expect(at, name).toBeLessThan(0.7);
        expect(pitch, name).toBeGreaterThan(100);
        expect(pitch, name).toBeLessThan(4000);
        expect(gain, name).toBeGreaterThan(0);
        expect(gain, name).toBeLessThanOrEqual(1);
      }
    }
  });

  test('are told apart', () => {
    const figures = names.map((name) => JSON.stringify(CUES[name]));
    expect(new Set(figures).size).toBe(names.length);
  });

  test('the calls are heard each in their own way, from where they were made', () => {
    const heard = (event: object): unknown => cueOf(event as GameEvent, 1);
    expect(heard({ type: 'chow_made', seat: 1 })).toMatchObject({ name: 'chow', pan: 0 });
    expect(heard({ type: 'pung_made', seat: 2 })).toMatchObject({ name: 'pung', pan: 0.5 });
    expect(heard({ type: 'kong_made', seat: 0, kind: 'exposed_kong' })).toMatchObject({ name: 'kong', pan: -0.5 });
    expect(heard({ type: 'kong_made', seat: 3, kind: 'added_kong' })).toBeNull();
    expect(heard({ type: 'added_kong_declared', seat: 3 })).toMatchObject({ name: 'kong', pan: 0 });
    expect(heard({ type: 'won', seat: 1 })).toMatchObject({ name: 'win' });
    expect(heard({ type: 'won', seat: 2 })).toMatchObject({ name: 'beaten' });
    expect(heard({ type: 'round_ended', winner: null })).toMatchObject({ name: 'exhausted' });
    expect(heard({ type: 'round_ended', winner: 2 })).toBeNull();
    expect(heard({ type: 'play_began', seat: 2 })).toBeNull();
  });

  test('a discard is heard when the tile lands, a call when it is made', () => {
    expect(cueOf({ type: 'discarded', seat: 0, tile: '1m', drawn: false }, 0)?.landing).toBe(true);
    expect(cueOf({ type: 'pung_made', seat: 0, source: 1, tile: '1m' }, 0)?.landing).toBe(false);
  });
});
