// Applies an event to a view, as the server's own fold does. Nothing here knows what is legal or what pays.

import type { GameEvent } from './events';
import { facesLike, sorted, TILES, without, type Tile } from './tiles';
import type { Meld, Offer, Seat, SeatView, View } from './view';

/** Tiles of the wall without the two indicators. */
const WALL = 142;

/** The view before the deal. */
export function emptyView(seat: Seat, ruleset: View['ruleset']): View {
  const empty: SeatView = { size: 0, river: [], melds: [], bonus: [], ready: false };
  return {
    number: 0,
    seat,
    ruleset,
    dealer: 0,
    indicators: [],
    wild: [],
    left: WALL,
    limit: 0,
    phase: 'opening',
    turn: 0,
    offer: null,
    seats: [empty, empty, empty, empty],
    hand: [],
    drawn: null,
    hidden: [],
    ready: false,
    won: null,
    result: null,
  };
}

/** Fold one event, redacted for the view's seat, into the view. `number` is null for an event known to the seat alone. */
export function fold(view: View, event: GameEvent, number: number | null): View {
  return { ...view, ...changes(view, event), number: number ?? view.number };
}

function changes(view: View, event: GameEvent): Partial<View> {
  switch (event.type) {
    case 'dealt':
      return dealt(view, event);
    case 'opening_kong_made':
      return {
        limit: event.limit,
        seats: update(view, event.seat, (seat) => ({
          size: seat.size - 4,
          melds: [...seat.melds, { kind: 'bonus_kong', tiles: [], tile: null, source: null }],
        })),
        ...(event.tiles && own(view, event.seat) && {
          hand: without(view.hand, event.tiles),
          hidden: [...view.hidden, event.tiles],
        }),
      };
    case 'bonus_set_aside':
      return {
        seats: update(view, event.seat, (seat) => ({
          size: seat.size - event.tiles.length,
          bonus: [...seat.bonus, ...event.tiles],
        })),
        ...lose(view, event.seat, event.tiles),
      };
    case 'drawn':
      return {
        left: view.left - 1,
        seats: update(view, event.seat, (seat) => ({ size: seat.size + 1 })),
        ...(event.tile !== null && gain(view, event.seat, event.tile, event.why === 'opening' ? null : event.tile)),
        ...(event.why !== 'opening' && { turn: event.seat, offer: null }),
        ...(event.why !== 'opening' && event.why !== 'share_out' && { phase: 'turn' }),
      };
    case 'play_began':
      return { phase: 'turn', turn: event.seat };
    case 'ready_declared':
      return {
        seats: update(view, event.seat, () => ({ ready: true })),
        ...(own(view, event.seat) && { ready: true }),
      };
    case 'ready_noted':
      return { ready: true };
    case 'ready_cancelled':
      return { ready: false };
    case 'discarded':
      return {
        phase: 'claims',
        turn: event.seat,
        offer: { tile: event.tile, source: event.seat, kind: 'discard' },
        seats: update(view, event.seat, (seat) => ({
          size: seat.size - 1,
          river: [...seat.river, { tile: event.tile, drawn: event.drawn, taken: false }],
        })),
        ...lose(view, event.seat, [event.tile]),
      };
    case 'chow_made':
      return claimed(view, event.seat, event.source, without(event.tiles, [event.tile]), {
        kind: 'chow',
        tiles: event.tiles,
        tile: event.tile,
        source: event.source,
      });
    case 'pung_made':
      return claimed(view, event.seat, event.source, copies(event.tile, 2), {
        kind: 'pung',
        tiles: copies(event.tile, 3),
        tile: event.tile,
        source: event.source,
      });
    case 'kong_made':
      return { ...konged(view, event), limit: event.limit };
    case 'added_kong_declared': {
      const offer: Offer = { tile: event.tile, source: event.seat, kind: 'added_kong' };
      return {
        phase: 'claims',
        turn: event.seat,
        offer,
        seats: update(view, event.seat, (seat) => ({ size: seat.size - 1 })),
        ...lose(view, event.seat, [event.tile]),
      };
    }
    case 'share_out_began':
      return { phase: 'share_out', turn: event.seat, offer: null };
    case 'won':
      return won(view, event);
    case 'round_ended':
      return ended(view, event);
  }
}

function dealt(view: View, event: Extract<GameEvent, { type: 'dealt' }>): Partial<View> {
  const sizes = view.seats.map((_, seat): number => (seat === event.dealer ? 17 : 16));
  const wild = new Set(event.indicators.flatMap(facesLike));
  return {
    dealer: event.dealer,
    indicators: event.indicators,
    wild: TILES.filter((tile) => wild.has(tile)),
    left: WALL - sizes.reduce((sum, size) => sum + size),
    limit: event.limit,
    turn: event.dealer,
    seats: view.seats.map((seat, index) => ({ ...seat, size: sizes[index] ?? 0 })),
    hand: sorted(event.hands[view.seat] ?? []),
  };
}

function konged(view: View, event: Extract<GameEvent, { type: 'kong_made' }>): Partial<View> {
  const tiles = copies(event.tile, 4);
  if (event.kind === 'exposed_kong' && event.source !== null) {
    const meld: Meld = { kind: event.kind, tiles, tile: event.tile, source: event.source };
    return claimed(view, event.seat, event.source, copies(event.tile, 3), meld);
  }
  const turned: Partial<View> = { phase: 'turn', turn: event.seat, offer: null };
  if (event.kind === 'added_kong') {
    const grow = (meld: Meld): Meld =>
      meld.kind === 'pung' && meld.tile === event.tile ? { ...meld, kind: 'added_kong', tiles } : meld;
    return { ...turned, seats: update(view, event.seat, (seat) => ({ melds: seat.melds.map(grow) })) };
  }
  return {
    ...turned,
    seats: update(view, event.seat, (seat) => ({
      size: seat.size - 4,
      melds: [...seat.melds, { kind: event.kind, tiles, tile: null, source: null }],
    })),
    ...lose(view, event.seat, tiles),
  };
}

/** A discard leaves its river for a meld, with `used` out of the claimer's hand. */
function claimed(view: View, seat: Seat, source: Seat, used: Tile[], meld: Meld): Partial<View> {
  const took = update(view, source, takeLast);
  return {
    phase: 'turn',
    turn: seat,
    offer: null,
    seats: update({ ...view, seats: took }, seat, ({ size, melds }) => ({
      size: size - used.length,
      melds: [...melds, meld],
    })),
    ...lose(view, seat, used),
  };
}

const takeLast = ({ river }: SeatView): Partial<SeatView> => ({
  river: river.map((entry, index) => (index === river.length - 1 ? { ...entry, taken: true } : entry)),
});

function won(view: View, event: Extract<GameEvent, { type: 'won' }>): Partial<View> {
  const ended: Partial<View> = { phase: 'ended', turn: event.seat, won: event };
  if (event.by === 'self_draw') return ended;
  const seats = event.by === 'discard' && event.source !== null ? update(view, event.source, takeLast) : view.seats;
  return {
    ...ended,
    seats: update({ ...view, seats }, event.seat, (seat) => ({ size: seat.size + 1 })),
    ...gain(view, event.seat, event.tile, view.drawn),
  };
}

function ended(view: View, event: Extract<GameEvent, { type: 'round_ended' }>): Partial<View> {
  const open = (seat: SeatView, hidden: Tile[][]): SeatView => {
    const kongs = [...hidden];
    return {
      ...seat,
      melds: seat.melds.map((meld) => (meld.kind === 'bonus_kong' ? { ...meld, tiles: kongs.shift() ?? [] } : meld)),
    };
  };
  return {
    phase: 'ended',
    offer: null,
    seats: view.seats.map((seat, index) => open(seat, event.hidden[index] ?? [])),
    result: event,
  };
}

const own = (view: View, seat: Seat): boolean => seat === view.seat;

const copies = (tile: Tile, count: number): Tile[] => Array<Tile>(count).fill(tile);

function update(view: View, seat: Seat, change: (seat: SeatView) => Partial<SeatView>): SeatView[] {
  return view.seats.map((old, index) => (index === seat ? { ...old, ...change(old) } : old));
}

function lose(view: View, seat: Seat, tiles: readonly Tile[]): Partial<View> {
  return own(view, seat) ? { hand: without(view.hand, tiles), drawn: null } : {};
}

function gain(view: View, seat: Seat, tile: Tile, drawn: Tile | null): Partial<View> {
  return own(view, seat) ? { hand: sorted([...view.hand, tile]), drawn } : {};
}
