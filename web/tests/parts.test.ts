// Parts of the page that are fetched later, and may be gone by then.

import { expect, test } from 'vitest';

import { watchParts } from '../src/worker/parts';

const missed = (payload: Error): Event => Object.assign(new Event('vite:preloadError'), { payload });
const rejected = (reason: unknown): Event => Object.assign(new Event('unhandledrejection', { cancelable: true }), { reason });

test('of parts that cannot be had one is told once, and no other fault is hidden', () => {
  const page = new EventTarget();
  let told = 0;
  watchParts(() => (told += 1), page as Window);
  const [first, second, other] = ['first', 'second', 'other'].map((text) => new Error(text)) as [Error, Error, Error];
  page.dispatchEvent(rejected(other));
  expect(told).toBe(0);
  page.dispatchEvent(missed(first));
  page.dispatchEvent(missed(second));
  expect(told).toBe(1);
  // Whoever dispatches hears whether that was prevented.
  expect([first, second, other].map((reason) => page.dispatchEvent(rejected(reason)))).toEqual([false, false, true]);
});
