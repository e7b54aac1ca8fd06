// A round being shown again: the table's own store, told of it what the seat looked from was told, or would have been.

import { Game } from '../game/game.svelte';
import type { Player } from '../wire/protocol';
import { redact } from '../wire/redaction';
import type { Seat } from '../wire/view';
import type { Position } from './position';
import type { RoundRecord } from './record';
import { SEATS, START, Timeline } from './timeline';

/** What a server writes for a person: records name nobody. */
const PERSON = 'player';
const EVENT_MS = 1000;
export const SPEEDS: readonly number[] = [0.5, 1, 2, 4];

class ReplayedGame extends Game {
  override readonly replayed = true;
}

export class Replay {
  readonly record: RoundRecord;
  readonly timeline: Timeline;
  readonly game: Game = new ReplayedGame(() => false);
  at = $state(0);
  seat = $state<Seat>(0);
  /** Whether all hands are shown, or only what the seat saw. */
  open = $state(true);
  playing = $state(false);
  speed = $state(1);

  #person: string;

  /** `person` is what somebody without a name is called. */
  constructor(record: RoundRecord, { at, seat, open }: Position, person: string) {
    this.record = record;
    this.#person = person;
    this.timeline = new Timeline(record);
    this.seat = seat;
    this.open = open;
    this.game.linkChanged('open');
    this.#lay(Math.min(Math.max(at, START), this.end));
  }

  get end(): number {
    return this.timeline.end;
  }

  get position(): Position {
    return { at: this.at, seat: this.seat, open: this.open };
  }

  /** Whose decisions and secrets count: the seat's, or everybody's. */
  get #eyes(): Seat | null {
    return this.open ? null : this.seat;
  }

  /** Show the table as it was after `at` events. */
  go(at: number): void {
    const to = Math.min(Math.max(at, START), this.end);
    // What comes next happens before one's eyes, as it did at the table.
    if (to === this.at + 1) this.#happen(to);
    else this.#lay(to);
  }

  /** Go on, or back, by what the seat looked from knows of. */
  step(way: 1 | -1): void {
    let to = this.at + way;
    while (to > START && to < this.end && !this.timeline.isSeen(to, this.#eyes)) to += way;
    this.go(to);
  }

  /** Go to the next, or the last, moment at which somebody chose; without open hands, the seat itself. */
  decide(way: 1 | -1): void {
    this.go(this.timeline.decision(this.at, way, this.#eyes));
  }

  look(seat: Seat): void {
    this.seat = seat;
    this.#lay(this.at);
  }

  setOpen(open: boolean): void {
    this.open = open;
    this.#lay(this.at);
  }

  /** Play on from here; from the end, all over again. */
  setPlaying(on: boolean): void {
    if (on && this.at === this.end) this.go(START);
    this.playing = on;
  }

  /** How long an event stays before the next comes, in milliseconds. */
  get pause(): number {
    return EVENT_MS / this.speed;
  }

  hurry(): void {
    this.speed = SPEEDS[(SPEEDS.indexOf(this.speed) + 1) % SPEEDS.length] ?? 1;
  }

  /** Call a person otherwise, as in another language. */
  rename(person: string): void {
    this.#person = person;
    this.#seat();
  }

  #seat(): void {
    this.game.receive({ type: 'seats', players: this.#players() });
  }

  #happen(to: number): void {
    const step = this.timeline.step(to);
    const told = step === undefined ? null : redact(step.event, this.seat);
    this.at = to;
    this.#reveal();
    if (step !== undefined && told !== null) this.game.receive({ type: 'event', number: step.number, event: told });
    this.#seat();
    this.#close();
  }

  #lay(to: number): void {
    const { header } = this.record;
    const match = { ruleset: header.ruleset, round: header.round, circle: 1, dealer: header.dealer, points: [0, 0, 0, 0] };
    this.at = to;
    this.game.receive({
      type: 'view',
      view: this.timeline.view(to, this.seat),
      players: this.#players(),
      match,
      commitment: header.commitment,
      next_commitment: '',
      round: '',
    });
    this.game.lastDiscarder = this.timeline.lastDiscarder(to);
    this.#reveal();
    this.#close();
  }

  #reveal(): void {
    this.game.opened = this.open ? SEATS.map((seat) => this.timeline.view(this.at, seat)) : null;
  }

  /** The end of the round is told as at the table. */
  #close(): void {
    const { match, view } = this.game;
    if (match === null || !view?.result) return;
    this.game.receive({
      type: 'round_over',
      match: { ...match, points: view.result.points },
      record: '',
      next_commitment: '',
      results: null,
    });
  }

  #players(): Player[] {
    const unattended = this.timeline.unattended(this.at);
    return this.record.header.seats.map(({ name, bot }, seat) => ({
      kind: bot === null ? 'player' : 'bot',
      name: bot ?? (name === PERSON ? this.#person : name),
      connected: true,
      autopilot: unattended[seat] ?? false,
      ready: false,
      account: null,
      program: false,
      leaving: false,
      coins: null,
      rank_points: null,
      rank: null,
      dissolving: false,
    }));
  }
}
