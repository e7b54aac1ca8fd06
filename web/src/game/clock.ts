// The time left for a decision, counted on from what the server said. The server's clock decides, this one decorates.

/** Seconds at which the counting is to be noticed. */
const LAST = 5;

export interface Clock {
  seconds: number;
  reserve: number;
  /** When the server's message came, in milliseconds of the page's own clock. */
  since: number;
}

export interface TimeLeft {
  /** Whole seconds to be shown: of the thinking time while there is some, then of the reserve. */
  shown: number;
  /** What is left of what is being used, from 1 down to 0. */
  share: number;
  onReserve: boolean;
  /** Whole seconds of the reserve that are left. */
  reserve: number;
  /** Whether thinking time and reserve end within five seconds. */
  urgent: boolean;
}

/** Start to count; null where the server counts nothing. */
export function startClock(seconds: number | null, reserve: number | null, now = performance.now()): Clock | null {
  return seconds === null ? null : { seconds, reserve: reserve ?? 0, since: now };
}

export function timeLeft({ seconds, reserve, since }: Clock, now: number): TimeLeft {
  const spent = Math.max(now - since, 0) / 1000;
  const onReserve = spent >= seconds && reserve > 0;
  const thinking = Math.max(seconds - spent, 0);
  const spare = Math.max(Math.min(seconds + reserve - spent, reserve), 0);
  const [left, whole] = onReserve ? [spare, reserve] : [thinking, seconds];
  return {
    shown: Math.ceil(left),
    share: whole > 0 ? left / whole : 0,
    onReserve,
    reserve: Math.ceil(spare),
    urgent: thinking + spare <= LAST,
  };
}
