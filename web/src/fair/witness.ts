// What the page has seen of a round, to be held against its record when the wall is revealed.

import type { Tile } from '../wire/tiles';
import type { Seat, View } from '../wire/view';
import { contributionTo, type Contribution } from './contributions';

/** The tiles that a seat knew at one number of the round. */
export interface Seen {
  number: number;
  indicators: readonly Tile[];
  hand: readonly Tile[];
  bonus: readonly (readonly Tile[])[];
}

export class Witness {
  readonly seat: Seat;
  readonly commitment: string;
  readonly #seen = new Map<number, Seen>();

  constructor(view: View, commitment: string) {
    this.seat = view.seat;
    this.commitment = commitment;
    this.see(view);
  }

  /** What was given to the wall from here, or null. That it was refused may be heard only after the deal. */
  get contribution(): Contribution | null {
    return contributionTo(this.commitment);
  }

  see(view: View): void {
    this.#seen.set(view.number, seenIn(view));
  }

  get seen(): Seen[] {
    return [...this.#seen.values()];
  }
}

export function seenIn(view: View): Seen {
  return {
    number: view.number,
    indicators: view.indicators,
    hand: view.hand,
    bonus: view.seats.map(({ bonus }) => bonus),
  };
}
