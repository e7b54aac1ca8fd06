// When each scene begins. What is shown may lag behind what has happened, but never by more than a second.

/** The longest time, in milliseconds, by which what is shown may lag. */
export const LONGEST_LAG = 1000;

/** How much faster than at their own pace scenes are played before some are left out. */
export const FASTEST = 2;

export interface Slot {
  /** Milliseconds from now until the scene begins. */
  wait: number;
  /** How much faster than at its own pace it is played. */
  rate: number;
}

export interface Entry {
  /** Whether everything still under way is to end at once. */
  settle: boolean;
  /** One for each scene; null for those that are left out. */
  slots: (Slot | null)[];
}

export class Queue {
  /** When the scenes so far let the next one begin. */
  #free = 0;

  /** Enter scenes that happened in this order, each with how long it holds the next one up, at `now`; both in milliseconds. */
  enter(now: number, holds: readonly number[]): Entry {
    let wait = Math.max(this.#free - now, 0);
    let total = sum(holds);
    let left = 0;
    const settle = total > FASTEST * Math.max(LONGEST_LAG - wait, 0);
    if (settle) {
      wait = 0;
      // What happened last is worth seeing; what led there has been missed.
      while (total > FASTEST * LONGEST_LAG) total -= holds[left++] ?? total;
    }
    const room = LONGEST_LAG - wait;
    const rate = total > room ? total / room : 1;
    const slots = holds.map((hold, at): Slot | null => {
      if (at < left) return null;
      const slot = { wait, rate };
      wait += hold / rate;
      return slot;
    });
    this.#free = now + wait;
    return { settle, slots };
  }

  /** Let the next scene begin at once. */
  clear(): void {
    this.#free = 0;
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
