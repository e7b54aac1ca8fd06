// Whose turn a tap was meant for. Tables move on between two taps, and what a finger or a mouse is about to touch
// may be something else by the time it does.

/** Taps that follow within this time belong to the first one. */
const TOGETHER_MS = 300;

export class Taps {
  #began = -Infinity;
  #decision: number | null = null;

  /** A tap begins, at a time in milliseconds, while this decision is open, if any. */
  begin(at: number, decision: number | null): void {
    if (at - this.#began < TOGETHER_MS) return;
    this.#began = at;
    this.#decision = decision;
  }

  /** Whether a tap may act now: only on what was asked when it, or the first of its like, began. */
  mayAct(decision: number | null): boolean {
    return decision === this.#decision;
  }
}

/** Presses of keys. Enter and the space bar click what has the focus; so may a screen reader, without any key. */
export class Presses extends Taps {
  #held = false;

  /** A key goes down that clicks. */
  press(at: number, decision: number | null): void {
    this.begin(at, decision);
    this.#held = true;
  }

  /** It is up again: the click of a space bar follows at once, and belongs to it. */
  release(): void {
    setTimeout(() => (this.#held = false));
  }

  /** Whether a click that no pointer made may act now. */
  mayClick(decision: number | null): boolean {
    return !this.#held || this.mayAct(decision);
  }
}
