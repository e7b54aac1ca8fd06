// What one seat is told of an event, as the server redacts it (docs/events.md, Events).

import type { GameEvent } from './events';
import type { Seat } from './view';

/** The event as a seat sees it, or null if it may not know of it. */
export function redact(event: GameEvent, seat: Seat): GameEvent | null {
  switch (event.type) {
    case 'dealt':
      return { ...event, hands: event.hands.map((hand, owner) => (owner === seat ? hand : null)) };
    case 'opening_kong_made':
      return event.seat === seat ? event : { ...event, tiles: null };
    case 'drawn':
      return event.seat === seat ? event : { ...event, tile: null };
    case 'ready_noted':
    case 'ready_cancelled':
      return event.seat === seat ? event : null;
    default:
      return event;
  }
}
