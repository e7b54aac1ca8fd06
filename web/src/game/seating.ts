// Where the other seats are, seen from one's own.

import type { Seat } from '../wire/view';

export type Place = 'own' | 'right' | 'across' | 'left';

const PLACES: readonly Place[] = ['own', 'right', 'across', 'left'];

/** Where `seat` sits as seen from `from`: the next seat is on the right. */
export const placeOf = (seat: Seat, from: Seat): Place => PLACES[(seat - from + 4) % 4] ?? 'own';

/** The seat at a place, seen from `from`. */
export const seatAt = (place: Place, from: Seat): Seat => (from + PLACES.indexOf(place)) % 4;

/** 0 east … 3 north. */
export const windOf = (seat: Seat, dealer: Seat): number => (seat - dealer + 4) % 4;
