// How long the end of a round is looked at before its sheet is shown.

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { Happened, Over } from '../src/game/game.svelte';
import { SheetPause } from '../src/sheet/pause.svelte';

const over = {} as Over;
const ended = { event: { type: 'round_ended' } } as Happened;
let calm: boolean;

beforeEach(() => {
  calm = false;
  vi.useFakeTimers();
  vi.stubGlobal('matchMedia', () => ({ matches: calm }));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a round that one has seen end is looked at first', () => {
  const pause = new SheetPause();
  pause.follow({ over, happened: ended });
  expect(pause.shown).toBeNull();
  vi.advanceTimersByTime(5000);
  expect(pause.shown).toBe(over);
  pause.follow({ over: null, happened: null });
  expect(pause.shown).toBeNull();
});

test('one that was over before is not, nor where fewer movements are wanted', () => {
  const pause = new SheetPause();
  pause.follow({ over, happened: null });
  expect(pause.shown).toBe(over);
  calm = true;
  const other = { ...over };
  pause.follow({ over: other, happened: ended });
  expect(pause.shown).toBe(other);
});

test('the next round may begin before the sheet of the last was shown', () => {
  const pause = new SheetPause();
  const stop = pause.follow({ over, happened: ended });
  stop?.();
  pause.follow({ over: null, happened: null });
  vi.advanceTimersByTime(5000);
  expect(pause.shown).toBeNull();
});
