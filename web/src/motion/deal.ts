// The deal as it is seen: four tiles to each in turn, then the bonus tiles set aside, then the indicators turned up.

import { placeOf } from '../game/seating';
import type { View } from '../wire/view';
import type { Course, Flights } from './flights';
import { faceIn, type Places } from './places';

const SEATS = 4;
/** How many tiles are dealt to a seat at a time, and how often before the dealer's last. */
const PARCEL = 4;
const TIMES = 4;

/** Begin the deal that led to `view`; each parcel leaves `step` milliseconds after the one before it. */
export function deal(places: Places, flights: Flights, view: View, { wait, travel }: Course, step: number): void {
  const wall = places.origin({ at: 'wall', end: 'head' }, view);
  if (wall === undefined) return;
  const ends = wait + TIMES * SEATS * step;
  const dealt = [0, 1, 2, 3].flatMap((seat) => {
    const place = placeOf(seat, view.seat);
    const order = (seat - view.dealer + SEATS) % SEATS;
    const tiles = place === 'own' && places.hand.length > 0 ? places.hand.map(faceIn) : places.backs(place);
    const hand = tiles.map((tile, at) => ({ tile, wait: wait + (Math.floor(at / PARCEL) * SEATS + order) * step }));
    return [...hand, ...places.bonus(place).map((tile) => ({ tile, wait: ends + order * step }))];
  });
  // All is measured before anything is set going, so that the page is laid out once.
  const courses = dealt.flatMap(({ tile, wait }) =>
    tile === undefined ? [] : [{ tile, wait, box: tile.getBoundingClientRect() }],
  );
  for (const { tile, wait, box } of courses) flights.arrive(tile, wall, box, { wait, travel });
  for (const tile of places.indicators) flights.turnUp(tile, { wait: ends, travel });
}
