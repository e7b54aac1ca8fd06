import { expect, test } from 'vitest';

import { startClock, timeLeft } from '../src/game/clock';

const clock = { seconds: 20, reserve: 60, since: 1000 };
const after = (seconds: number): ReturnType<typeof timeLeft> => timeLeft(clock, 1000 + 1000 * seconds);

test('there is no clock where the server counts nothing', () => {
  expect(startClock(null, null)).toBeNull();
  expect(startClock(7.5, 60, 3)).toEqual({ seconds: 7.5, reserve: 60, since: 3 });
});

test('the thinking time is counted first, then the reserve', () => {
  expect(after(0)).toEqual({ shown: 20, share: 1, onReserve: false, reserve: 60, urgent: false });
  expect(after(12.4)).toMatchObject({ shown: 8, onReserve: false, reserve: 60 });
  expect(after(20)).toMatchObject({ shown: 60, share: 1, onReserve: true });
  expect(after(50)).toMatchObject({ shown: 30, share: 0.5, onReserve: true, reserve: 30 });
});

test('the last five seconds of both are urgent, and it ends at nothing', () => {
  expect(after(16).urgent).toBe(false);
  expect(after(74.9).urgent).toBe(false);
  expect(after(75)).toMatchObject({ shown: 5, urgent: true });
  expect(after(500)).toMatchObject({ shown: 0, share: 0, reserve: 0, urgent: true });
});

test('without a reserve the thinking time is all', () => {
  const short = { seconds: 4, reserve: 0, since: 0 };
  expect(timeLeft(short, 0)).toEqual({ shown: 4, share: 1, onReserve: false, reserve: 0, urgent: true });
  expect(timeLeft(short, 9000)).toMatchObject({ shown: 0, onReserve: false });
});

test('a message from the future counts from now', () => {
  expect(timeLeft(clock, 0).shown).toBe(20);
});
