// The last seconds of the own thinking time, for whoever wants to be heard or seen with them.

class Countdown {
  /** Whole seconds left of the last five, or null while there is more time or nobody is asked. */
  second = $state<number | null>(null);
}

export const countdown = new Countdown();
