// The order in which a hand lies that its owner sorts: kept by tile, whatever is drawn and discarded.

import { without, type Tile } from '../wire/tiles';

/** Bring an order up to date with a hand: what is gone leaves, the copy at `taken` first; what is new joins on the right. */
export function followed(order: readonly Tile[], hand: readonly Tile[], taken: number | null = null): Tile[] {
  const kept = [...order];
  for (const tile of without(order, hand)) {
    const at = taken !== null && order[taken] === tile && kept.length === order.length ? taken : kept.lastIndexOf(tile);
    kept.splice(at, 1);
  }
  return [...kept, ...without(hand, order)];
}

/** Put the tile at one place to another. */
export function moved(order: readonly Tile[], from: number, to: number): Tile[] {
  const tiles = [...order];
  tiles.splice(to, 0, ...tiles.splice(from, 1));
  return tiles;
}

export class HandOrder {
  #tiles = $state.raw<readonly Tile[]>([]);
  /** The round that the order was made in. */
  #round: string | null = null;
  /** The place that the next tile is likely to leave. */
  #taken: number | null = null;

  /** Lay a hand in this order. */
  lay(hand: readonly Tile[]): Tile[] {
    return followed(this.#tiles, hand, this.#taken);
  }

  /** Keep up with a hand, given as it would be sorted; a new round begins sorted. */
  follow(round: string, hand: readonly Tile[]): void {
    this.#tiles = round === this.#round ? this.lay(hand) : hand;
    this.#round = round;
    this.#taken = null;
  }

  /** Sort it, once. */
  sort(hand: readonly Tile[]): void {
    this.#tiles = hand;
  }

  move(hand: readonly Tile[], from: number, to: number): void {
    this.#tiles = moved(this.lay(hand), from, to);
  }

  /** Say which of several equal tiles is about to leave. */
  take(place: number): void {
    this.#taken = place;
  }
}
