// Whether what was read from a file has the form that the rest of the page relies on (docs/events.md).

import type { GameEvent } from '../wire/events';
import { TILES } from '../wire/tiles';

type Check = (value: unknown) => boolean;

const known: ReadonlySet<unknown> = new Set(TILES);

const text: Check = (value) => typeof value === 'string';
const flag: Check = (value) => typeof value === 'boolean';
const whole: Check = (value) => Number.isSafeInteger(value);
const tile: Check = (value) => known.has(value);
const seat: Check = (value) => value === 0 || value === 1 || value === 2 || value === 3;

const one =
  (...values: string[]): Check =>
  (value) =>
    typeof value === 'string' && values.includes(value);

const maybe =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);

const list =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);

const some =
  (count: number, check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.length === count && value.every(check);

/** Fields that are not named are of no concern: a later version may have more. */
const object =
  (fields: { [name: string]: Check }): Check =>
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries(fields).every(([name, check]) => check((value as { [name: string]: unknown })[name] ?? null));

const tiles = list(tile);
const after = maybe(one('exposed_kong', 'concealed_kong', 'bonus'));
const items = list(object({ rule: text, tai: whole, zh: text, en: text }));
const reading = maybe(object({ sets: list(text), pair: text, wilds: list(object({ tile, as: tile })) }));

const sheet = object({
  role: one('winner', 'non_winner'),
  shape: maybe(one('sets', 'kill_pig')),
  tai: whole,
  doubled: flag,
  total: whole,
  items,
  reading,
  runner_up: maybe(object({ tai: whole, total: whole, items, reading })),
});

const due = object({ payer: seat, receiver: seat, rule: one('S2', 'S3'), points: whole, factor: whole });

const EVENTS: Record<GameEvent['type'], Check> = {
  dealt: object({ dealer: seat, indicators: some(2, tile), hands: some(4, tiles), limit: whole }),
  opening_kong_made: object({ seat, tiles: some(4, tile), limit: whole }),
  bonus_set_aside: object({ seat, tiles }),
  drawn: object({
    seat,
    end: one('head', 'tail'),
    why: one('opening', 'turn', 'kong', 'bonus', 'share_out'),
    after,
    kong_tile: maybe(tile),
    tile,
  }),
  play_began: object({ seat }),
  ready_declared: object({ seat }),
  ready_noted: object({ seat }),
  ready_cancelled: object({ seat }),
  discarded: object({ seat, tile, drawn: flag }),
  chow_made: object({ seat, source: seat, tile, tiles: some(3, tile) }),
  pung_made: object({ seat, source: seat, tile }),
  kong_made: object({
    seat,
    kind: one('exposed_kong', 'added_kong', 'concealed_kong'),
    tile,
    source: maybe(seat),
    limit: whole,
  }),
  added_kong_declared: object({ seat, tile }),
  share_out_began: object({ seat }),
  won: object({
    seat,
    by: one('self_draw', 'discard', 'robbed_kong'),
    tile,
    source: maybe(seat),
    after,
    kong_tile: maybe(tile),
    opening: maybe(one('heavenly', 'earthly')),
    share_out: flag,
    ready: flag,
  }),
  round_ended: object({
    winner: maybe(seat),
    hands: some(4, tiles),
    hidden: some(4, list(tiles)),
    sheets: maybe(some(4, sheet)),
    payments: some(4, some(4, whole)),
    points: some(4, whole),
    next_dealer: seat,
    dues: maybe(list(due)),
  }),
};

const isEventType = (type: unknown): type is GameEvent['type'] => typeof type === 'string' && Object.hasOwn(EVENTS, type);

/** Whether it is an event of a record, nothing in it hidden. */
export const isEvent = (value: unknown): value is GameEvent => {
  const type = (value as { type?: unknown } | null)?.type;
  return isEventType(type) && EVENTS[type](value);
};

export const isEventLine = object({ event: isEvent, number: maybe(whole) });

export const isActionLine = object({ by: one('player', 'bot', 'autopilot', 'clock', 'ready'), seat, action: object({ type: text }) });

const hex: Check = (value) => typeof value === 'string' && /^(?:[0-9a-f]{2})*$/.test(value);

export const isHeader = object({
  ruleset: (value) => typeof value === 'string' || object({ base: text, set: object({}) })(value),
  seats: some(4, object({ name: text, bot: maybe(text) })),
  round: whole,
  dealer: seat,
  secret: hex,
  commitment: hex,
  contributions: some(4, maybe(hex)),
});
