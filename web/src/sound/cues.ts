// What is heard of an event, and of what sounds each cue is made.

import { placeOf, type Place } from '../game/seating';
import type { GameEvent } from '../wire/events';
import type { Seat } from '../wire/view';
import type { Instrument } from './waves';

export type CueName =
  | 'deal'
  | 'draw'
  | 'replacement'
  | 'pick'
  | 'discard'
  | 'chow'
  | 'pung'
  | 'kong'
  | 'ready'
  | 'shareOut'
  | 'win'
  | 'beaten'
  | 'exhausted'
  | 'turn'
  | 'offer'
  | 'tick';

export interface Note {
  /** Seconds after the cue begins. */
  at: number;
  instrument: Instrument;
  /** In Hz. */
  pitch: number;
  /** From 0 to 1. */
  gain: number;
}

export interface Cue {
  name: CueName;
  /** From -1, left, to 1. */
  pan?: number;
  /** Whether it is heard when the tile arrives, and not when it sets out. */
  landing?: boolean;
}

const CLICK = 2300;
/** The five notes of the scale on D, from the D above middle C on. */
const [D, E, FIS, A, B, HIGH_D, HIGH_E] = [293.66, 329.63, 369.99, 440, 493.88, 587.33, 659.26];

const click = (at: number, gain: number, pitch = CLICK): Note => ({ at, instrument: 'tile', pitch, gain });
const strings = (step: number, gain: number, ...pitches: number[]): Note[] =>
  pitches.map((pitch, index) => ({ at: index * step, instrument: 'string', pitch, gain }));
const bell = (at: number, gain: number, pitch: number): Note => ({ at, instrument: 'bell', pitch, gain });
const gong = (at: number, gain: number, pitch: number): Note => ({ at, instrument: 'gong', pitch, gain });

export const CUES: Readonly<Record<CueName, readonly Note[]>> = {
  deal: Array.from({ length: 16 }, (_, parcel) => click(parcel * 0.032, 0.22 + (parcel % 4) * 0.04, CLICK * (1 + (parcel % 3) * 0.06))),
  draw: [click(0, 0.28, CLICK * 1.2)],
  replacement: [click(0, 0.28, CLICK * 1.2), bell(0.03, 0.1, 2 * HIGH_D)],
  pick: [click(0, 0.16, CLICK * 1.4)],
  discard: [click(0, 0.85)],
  // Rising, equal and falling: the three are told apart without a look.
  chow: [...strings(0.075, 0.5, A, B, HIGH_D), click(0.22, 0.5)],
  pung: [...strings(0.11, 0.6, HIGH_D, HIGH_D), click(0, 0.5), click(0.11, 0.5)],
  kong: [...strings(0.09, 0.6, HIGH_D, A, D), gong(0.18, 0.4, D / 2), click(0.18, 0.6)],
  ready: [bell(0, 0.3, 2 * A), bell(0.12, 0.3, 2 * HIGH_E)],
  shareOut: [bell(0, 0.25, 2 * D), bell(0.16, 0.25, 2 * D)],
  win: [gong(0, 0.55, D / 2), ...strings(0.09, 0.6, D, FIS, A, HIGH_D, HIGH_E, 2 * FIS), bell(0.54, 0.3, 4 * D)],
  beaten: [gong(0, 0.4, D / 2), ...strings(0.11, 0.45, A, FIS, E, D)],
  exhausted: strings(0.16, 0.4, B, A, E),
  turn: strings(0.1, 0.3, HIGH_D, 2 * A),
  offer: [bell(0, 0.22, 2 * HIGH_D), bell(0.09, 0.22, 2 * HIGH_D)],
  tick: [{ at: 0, instrument: 'block', pitch: 1150, gain: 0.4 }],
};

const PANS: Readonly<Record<Place, number>> = { own: 0, right: 0.5, across: 0, left: -0.5 };

/** What is heard of an event, for whoever has the seat `own`. */
export function cueOf(event: GameEvent, own: Seat): Cue | null {
  const name = nameOf(event, own);
  if (name === null) return null;
  const pan = 'seat' in event ? PANS[placeOf(event.seat, own)] : 0;
  return { name, pan, landing: name === 'discard' };
}

function nameOf(event: GameEvent, own: Seat): CueName | null {
  switch (event.type) {
    case 'dealt':
      return 'deal';
    case 'drawn':
      return event.why === 'opening' ? 'replacement' : 'draw';
    case 'bonus_set_aside':
      return 'replacement';
    case 'discarded':
      return 'discard';
    case 'chow_made':
      return 'chow';
    case 'pung_made':
      return 'pung';
    case 'added_kong_declared':
    case 'opening_kong_made':
      return 'kong';
    case 'kong_made':
      // An added one was heard when it was declared.
      return event.kind === 'added_kong' ? null : 'kong';
    case 'ready_declared':
    case 'ready_noted':
      return 'ready';
    case 'share_out_began':
      return 'shareOut';
    case 'won':
      return event.seat === own ? 'win' : 'beaten';
    case 'round_ended':
      return event.winner === null ? 'exhausted' : null;
    default:
      return null;
  }
}
