// A round laid out in time: what each seat sees after so many events, and where it is worth stopping.

import type { GameEvent } from '../wire/events';
import { emptyView, fold } from '../wire/fold';
import { redact } from '../wire/redaction';
import type { Seat, View } from '../wire/view';
import type { RoundRecord, Step } from './record';

export const SEATS: readonly Seat[] = [0, 1, 2, 3];

/** With the deal on the table: before it there is nothing to see. */
export const START = 1;

/** Tiles of the wall that the deal takes from the head: what is drawn first lies there. */
const DEALT = 65;
/** The two indicators are the last; what is drawn from the tail lies before them. */
const TAIL = 141;

export type MarkKind = 'claim' | 'kong' | 'ready' | 'share_out' | 'win';

export interface Mark {
  at: number;
  kind: MarkKind;
}

export class Timeline {
  readonly steps: readonly Step[];
  /** By number of events, then by seat. */
  readonly #views: readonly (readonly View[])[];

  constructor({ header, steps }: RoundRecord) {
    this.steps = steps;
    let views = SEATS.map((seat) => emptyView(seat, header.ruleset));
    const all = [views];
    for (const { event, number } of steps) {
      views = views.map((view) => {
        const told = redact(event, view.seat);
        return told === null ? view : fold(view, told, number);
      });
      all.push(views);
    }
    this.#views = all;
  }

  get end(): number {
    return this.steps.length;
  }

  /** What a seat sees after `at` events. */
  view(at: number, seat: Seat): View {
    const view = this.#views[at]?.[seat];
    if (view === undefined) throw new RangeError(`no view of seat ${seat} after ${at} events`);
    return view;
  }

  /** What happened last, `at` being how many events there were. */
  step(at: number): Step | undefined {
    return this.steps[at - 1];
  }

  /** Whether a seat, or with null anybody, knows of what happened last. */
  isSeen(at: number, seat: Seat | null): boolean {
    const step = this.step(at);
    return step !== undefined && (seat === null || redact(step.event, seat) !== null);
  }

  /** The nearest moment after (1) or before (−1) `at` at which a seat, or anybody, is about to choose; else the end of that side. */
  decision(at: number, way: 1 | -1, seat: Seat | null): number {
    for (let found = at + way; found >= START && found < this.end; found += way) {
      const choice = this.steps[found]?.choice;
      if (choice?.first && (seat === null || choice.seat === seat)) return found;
    }
    return way === 1 ? this.end : START;
  }

  /** Who discarded last, before anything that followed. */
  lastDiscarder(at: number): Seat | null {
    const last = this.#before(at).find(({ event }) => event.type === 'discarded')?.event;
    return last?.type === 'discarded' ? last.seat : null;
  }

  /** The seats whose last choice was not their own: the clock's or the autopilot's. */
  unattended(at: number): boolean[] {
    const steps = this.#before(at);
    const by = SEATS.map((seat) => steps.find(({ choice }) => choice?.seat === seat)?.choice?.by);
    return by.map((chooser) => chooser === 'clock' || chooser === 'autopilot');
  }

  /** What happened until then, the last first. */
  #before(at: number): Step[] {
    return this.steps.slice(0, at).reverse();
  }

  /** The places in the wall of the next tile from the head and of the next from the tail. */
  ends(at: number): { head: number; tail: number } {
    let head = 0;
    let tail = TAIL;
    for (const { event } of this.steps.slice(0, at)) {
      if (event.type === 'dealt') head = DEALT;
      else if (event.type === 'drawn' && event.end === 'head') head += 1;
      else if (event.type === 'drawn') tail -= 1;
    }
    return { head, tail };
  }

  /** What stands out in the round, and after how many events it is seen. */
  get marks(): Mark[] {
    return this.steps.flatMap(({ event }, index) => {
      const kind = markOf(event);
      return kind === null ? [] : [{ at: index + 1, kind }];
    });
  }
}

function markOf(event: GameEvent): MarkKind | null {
  switch (event.type) {
    case 'chow_made':
    case 'pung_made':
      return 'claim';
    case 'kong_made':
    case 'opening_kong_made':
      return 'kong';
    case 'ready_declared':
      return 'ready';
    case 'share_out_began':
      return 'share_out';
    case 'won':
      return 'win';
    default:
      return null;
  }
}
