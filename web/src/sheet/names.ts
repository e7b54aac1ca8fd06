// What the players are called on a sheet: all of them by who played the round, not by who sits there now.

import type { Game } from '../game/game.svelte';
import { nameAt, namePlayed } from '../game/naming';
import { placeOf } from '../game/seating';
import type { SeatResult } from '../wire/protocol';
import type { Seat } from '../wire/view';
import type { Words } from '../words/words';

export interface SheetName {
  /** Where the player sits, seen from one's own seat. */
  place: string;
  name: string;
  /** What to say of both: bots are all called the same, and nobody watching has places. */
  full: string;
  /** The shortest that tells the four apart. */
  short: string;
}

/** The four by seat, seen from the seat `from`. */
export function namesOn(game: Pick<Game, 'players' | 'several'>, from: Seat, results: readonly SeatResult[] | null, words: Words): SheetName[] {
  const called = [0, 1, 2, 3].map((seat) => {
    const at = placeOf(seat, from);
    const result = results?.[seat];
    const name = result === undefined ? nameAt(game.players[seat], at, game.several, words) : namePlayed(result, at, words);
    return { place: words.places[at], name };
  });
  return called.map(({ place, name }) => {
    if (!words.watching) return { place, name, full: name === place ? name : `${place} ${name}`, short: place };
    // Where several are called the same, only the place tells them apart.
    if (called.filter((other) => other.name === name).length === 1) return { place, name, full: name, short: name };
    return { place, name: `${place} ${name}`, full: `${place} ${name}`, short: place };
  });
}
