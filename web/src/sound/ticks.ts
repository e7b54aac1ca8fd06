// When the last seconds of a decision are to be heard.

import { LAST, type Clock } from '../game/clock';

/** A timer may fire a little early: a second so near has been heard. */
const HEARD_MS = 50;

/** Milliseconds from `now` until the next of the last five seconds begins; null if there is none any more. */
export function untilTick({ seconds, reserve, since }: Clock, now: number): number | null {
  const left = since + (seconds + reserve) * 1000 - now;
  const next = Math.min(Math.ceil((left - HEARD_MS) / 1000) - 1, LAST);
  return next < 1 ? null : left - next * 1000;
}
