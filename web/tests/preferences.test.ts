// What a player has chosen, kept in the browser.

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { choice, flag, number } from '../src/preferences/preference.svelte';

const KEY = 'taipao.preference.';
let kept: Map<string, string>;
let listeners: ((event: { key: string | null }) => void)[];

beforeEach(() => {
  kept = new Map();
  listeners = [];
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
  vi.stubGlobal('addEventListener', (_: string, listener: (typeof listeners)[number]) => void listeners.push(listener));
});

afterEach(() => vi.unstubAllGlobals());

test('a choice is kept, and found again by the next page', () => {
  const sorted = flag('sorted', true);
  expect(sorted.value).toBe(true);
  sorted.value = false;
  expect(kept.get(`${KEY}sorted`)).toBe('false');
  expect(flag('sorted', true).value).toBe(false);
});

test.each(['', 'null', '{', '"large"', '7', '[]', '-1', '11', '1e999'])('%s is nothing that was chosen', (text) => {
  for (const name of ['flag', 'choice', 'number']) kept.set(KEY + name, text);
  expect(flag('flag', true).value).toBe(true);
  expect(choice('choice', ['dark', 'light'], 'light').value).toBe('light');
  expect(number('number', { min: 0, max: 5, fallback: 3 }).value).toBe(3);
});

test('bounds and names themselves can be chosen', () => {
  kept.set(`${KEY}speed`, '5');
  kept.set(`${KEY}theme`, '"dark"');
  expect(number('speed', { min: 1, max: 5, fallback: 3 }).value).toBe(5);
  expect(choice('theme', ['dark', 'light'], 'light').value).toBe('dark');
});

test('another window chooses as well, and may clear all', () => {
  const volume = number('volume', { min: 0, max: 100, fallback: 60 });
  kept.set(`${KEY}volume`, '10');
  for (const listener of listeners) listener({ key: 'taipao.language' });
  expect(volume.value).toBe(60);
  for (const listener of listeners) listener({ key: `${KEY}volume` });
  expect(volume.value).toBe(10);
  kept.clear();
  for (const listener of listeners) listener({ key: null });
  expect(volume.value).toBe(60);
});

test('a browser that keeps nothing lets one choose all the same', () => {
  vi.stubGlobal('localStorage', undefined);
  const hints = flag('hints', false);
  hints.value = true;
  expect(hints.value).toBe(true);
});
