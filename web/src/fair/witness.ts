// What the page has seen of a round, to be held against its record when the wall is revealed.

import type { Tile } from '../wire/tiles';
import type { Seat, View } from '../wire/view';
import { contributionTo } from './contributions';

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
  /** What this page gave to the wall before it was made, or null. */
  readonly contribution: string | null;
  readonly #seen = new Map<number, Seen>();

  constructor(view: View, commitment: string) {
    this.seat = view.seat;
    this.commitment = commitment;
    this.contribution = contributionTo(commitment);
    this.see(view);
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
