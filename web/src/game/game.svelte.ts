// Everything the page knows about the table, from what the server has said.

import { contributionFor, noteTaken } from '../fair/contributions';
import { Witness } from '../fair/witness';
import { Advice } from '../hints/advice.svelte';
import type { Level } from '../preferences/level';
import { takerOf, type GameEvent } from '../wire/events';
import { Talk } from '../talk/talk.svelte';
import { fold } from '../wire/fold';
import { PROTOCOL, type Action, type Ban, type ClientMessage, type DiscardWaits, type Freed, type Friends, type Match, type Phrase, type Player, type Prize, type Rematch, type SeatResult, type ServerMessage, type Standings, type Wait } from '../wire/protocol';
import type { RuleSetSpec, Seat, View } from '../wire/view';
import { startClock, type Clock } from './clock';
import type { LinkState } from './connection';

export interface Decision {
  id: number;
  actions: Action[];
  waits: DiscardWaits[];
  /** What winning now would come to. */
  win: Prize | null;
  /** Null at a table without a clock. */
  clock: Clock | null;
}

export interface Fault {
  code: string;
  message: string;
}

export interface Frozen {
  record: string | null;
  why: 'fault' | 'operator';
}

export interface Over {
  match: Match;
  record: string;
  /** What it came to in a coin room. */
  results: readonly SeatResult[] | null;
}

/** What only its owner sees of a seat. */
export type Opened = Pick<View, 'hand' | 'hidden' | 'ready'>;

/** An event with a count of its own, so that equal ones in a row are told apart. */
export interface Happened {
  event: GameEvent;
  count: number;
  /** Whether it took the tile that was offered to oneself, and not passed on. */
  outranked: boolean;
}

const ONE_PERSON = 'player';
const HARMLESS: readonly string[] = ['stale_decision', 'already_answered', 'too_late', 'replaced'];

export class Game {
  link = $state<LinkState>('connecting');
  version = $state('');
  rulesets = $state.raw<string[]>([]);
  /** The rule set to offer first. */
  offered = $state.raw<RuleSetSpec | null>(null);
  nextCommitment = $state('');
  commitment = $state('');
  view = $state.raw<View | null>(null);
  players = $state.raw<Player[]>([]);
  match = $state.raw<Match | null>(null);
  waits = $state.raw<Wait[]>([]);
  canCancelReady = $state(false);
  over = $state.raw<Over | null>(null);
  frozen = $state.raw<Frozen | null>(null);
  fault = $state.raw<Fault | null>(null);
  /** Who discarded last: the tile is marked until the next one falls. */
  lastDiscarder = $state<Seat | null>(null);
  happened = $state.raw<Happened | null>(null);
  seat = $state<Seat | null>(null);
  /** The coin room that the table belongs to. */
  room = $state<string | null>(null);
  /** What the table was opened with, where it is a friends' table. */
  friends = $state.raw<Friends | null>(null);
  /** How the match came out, once it is over for good. */
  standings = $state.raw<Standings | null>(null);
  /** The table that one of those who sat here has opened for another match. */
  rematch = $state.raw<Rematch | null>(null);
  /** Why the own seat is somebody else's now, if it is. */
  freed = $state<Freed | null>(null);
  /** Until when one may not play and why, if so. */
  banned = $state.raw<Ban | null>(null);
  /** The server is about to stop; the page comes back by itself. */
  draining = $state(false);
  /** Whether the server has yet to show the round that there is. */
  expecting = $state(false);
  /** What the page has seen of the wall of the round on the table. */
  witness = $state.raw<Witness | null>(null);
  /** What each seat holds, where a record tells: in play nobody is told of others. */
  opened = $state.raw<readonly Opened[] | null>(null);
  readonly talk = new Talk();
  readonly advice = new Advice(
    (decision) => this.#send({ type: 'hint', decision }),
    () => this.decision,
  );
  /** Whether one has come only to watch. */
  readonly watching: boolean;
  /** Whether this is a round of long ago: nobody sits here, and nothing is to be answered. */
  readonly replayed: boolean = false;

  readonly #level: Level | null;
  #table = $state<string | null>(null);
  #round: string | null = null;
  #decision = $state.raw<Decision | null>(null);
  #answering = $state.raw<Action | null>(null);
  #passed = false;
  #starting = $state(false);
  /** The commitment that was answered last on this line, with a contribution. */
  #contributed: string | null = null;
  readonly #send: (message: ClientMessage) => boolean;

  /** Without a `table` the server chooses the guest's own, one against bots of a `level` if that is named. */
  constructor(send: (message: ClientMessage) => boolean, table: string | null = null, watching = false, level: Level | null = null) {
    this.#level = level;
    this.#send = send;
    this.watching = watching;
    this.#table = table;
  }

  /** What may be answered now; null as soon as an answer is on its way. */
  get decision(): Decision | null {
    return this.#answering !== null || this.link !== 'open' ? null : this.#decision;
  }

  /** The answer that is on its way, until the server has said what came of it. */
  get answering(): Action | null {
    return this.#answering;
  }

  get starting(): boolean {
    return this.#starting;
  }

  get table(): string | null {
    return this.#table;
  }

  /** The round that is shown, by its id. */
  get round(): string | null {
    return this.#round;
  }

  /** Whether others than bots sit here, or may: then nobody begins a round alone. */
  get several(): boolean {
    if (this.replayed || this.room !== null || this.friends !== null) return true;
    return this.players.filter(({ kind }) => kind !== 'bot').length > 1;
  }

  /** Whether there are others to talk with. */
  get company(): boolean {
    return this.several && !this.replayed;
  }

  /** Whether others can come to this server: one for one person calls that person so. */
  get shareable(): boolean {
    return this.self !== null && this.self.name !== ONE_PERSON;
  }

  /** The own seat, as all see it. */
  get self(): Player | null {
    return this.seat === null ? null : (this.players[this.seat] ?? null);
  }

  /** Whether the server says what a hand waits for and needs. */
  get hintsAllowed(): boolean {
    return !this.watching && this.friends?.hints !== false;
  }

  /** Everybody's points in the match; once a round is over, with what it brought. */
  get points(): readonly number[] {
    return (this.over?.match ?? this.match)?.points ?? [];
  }

  hello(): ClientMessage {
    const last = this.#round === null ? null : (this.view?.number ?? null);
    return { type: 'hello', protocol: PROTOCOL, table: this.#table, round: this.#round, last, watch: this.watching, level: this.#table === null ? this.#level : null };
  }

  linkChanged(state: LinkState): void {
    this.link = state;
    this.#starting = false;
    if (state === 'open') return;
    this.#contributed = null;
    this.advice.forget();
  }

  /** Answer the open decision, once. */
  act(action: Action): void {
    const decision = this.decision;
    if (decision === null) return;
    if (!this.#send({ type: 'act', decision: decision.id, action })) return;
    this.#answering = action;
    this.#passed = action.type === 'pass';
  }

  cancelReady(): void {
    if (!this.canCancelReady) return;
    if (this.#send({ type: 'act', decision: null, action: { type: 'cancel_ready' } })) this.canCancelReady = false;
  }

  /** Start a match under a rule set, or, with null, the next round of the running match. */
  start(ruleset: RuleSetSpec | null): void {
    if (this.#starting) return;
    this.#starting = this.#contribute(this.nextCommitment, (contribution) => ({ type: 'start', ruleset, contribution }));
  }

  /** Leave the own seat to the autopilot, or take it back. */
  setAutopilot(on: boolean): void {
    this.#send({ type: 'autopilot', on });
  }

  /** Give the own seat up, at once or at the end of the round. */
  leave(): void {
    this.#send({ type: 'leave' });
  }

  /** Vote for the end of a friends' table, or withdraw the vote. */
  dissolve(on: boolean): void {
    this.#send({ type: 'dissolve', on });
  }

  /** Let a bot have a free seat of the own friends' table, or take it out again. */
  fill(seat: Seat, on: boolean): void {
    this.#send({ type: 'fill', seat, on });
  }

  /** Say something to all at the table. */
  say(phrase: Phrase): void {
    this.#send({ type: 'say', phrase });
  }

  dismissFault(): void {
    this.fault = null;
  }

  receive(message: ServerMessage): void {
    switch (message.type) {
      case 'welcome':
        this.version = message.version;
        this.rulesets = message.rulesets;
        this.offered = message.ruleset;
        this.nextCommitment = message.next_commitment;
        this.seat = message.watching ? null : message.seat;
        this.#table = message.table;
        this.players = message.players;
        this.room = message.room;
        this.friends = message.friends;
        this.draining = false;
        this.expecting = message.round !== null;
        this.#close();
        break;
      case 'resumed':
        this.expecting = false;
        this.#round = message.round;
        break;
      case 'view':
        this.#close();
        this.expecting = false;
        this.view = message.view;
        this.players = message.players;
        this.match = message.match;
        this.commitment = message.commitment;
        this.nextCommitment = message.next_commitment;
        this.waits = [];
        this.canCancelReady = false;
        this.over = null;
        this.frozen = null;
        this.happened = null;
        this.lastDiscarder = message.view.offer?.kind === 'discard' ? message.view.offer.source : null;
        this.#starting = false;
        if (this.#contributed === message.commitment) noteTaken(message.commitment, true);
        // Who watches, now or long after, cannot vouch for the wall.
        if (this.watching || this.replayed) this.witness = null;
        else if (this.#round !== message.round || this.witness === null) {
          this.witness = new Witness(message.view, message.commitment);
        } else this.witness.see(message.view);
        this.#round = message.round;
        break;
      case 'seats':
        this.players = message.players;
        if (this.self?.ready) this.#starting = false;
        // Its time was up, perhaps in a claim that goes on without a word.
        if (this.self?.autopilot) this.#close();
        break;
      case 'seal':
        this.#contribute(message.commitment, (contribution) => ({ type: 'contribute', contribution }));
        break;
      case 'draining':
        this.draining = true;
        break;
      case 'event':
        this.#happen(message.event, message.number);
        break;
      case 'decision':
        this.#decision = {
          id: message.id,
          actions: message.actions,
          waits: message.waits,
          win: message.win,
          clock: startClock(message.seconds, message.reserve),
        };
        this.#reopen();
        break;
      case 'waits':
        this.waits = message.waits;
        this.canCancelReady = message.can_cancel_ready;
        break;
      case 'hints':
        this.advice.hear(message);
        break;
      case 'round_over':
        this.#close();
        this.over = { match: message.match, record: message.record, results: message.results };
        this.nextCommitment = message.next_commitment;
        break;
      case 'standings':
        this.#close();
        this.standings = message;
        break;
      case 'rematch':
        this.rematch = message;
        break;
      case 'said':
        this.talk.hear(message.seat, message.phrase, this.players[message.seat], message.seat === this.seat);
        break;
      case 'freed':
        this.freed = message.why;
        break;
      case 'banned':
        this.banned = { until: message.until, reason: message.reason };
        break;
      case 'frozen':
        this.#close();
        this.frozen = { record: message.record, why: message.why };
        this.#starting = false;
        break;
      case 'error':
        this.#refused(message.code, message.message, message.decision);
        break;
    }
  }

  #contribute(commitment: string, message: (contribution: string) => ClientMessage): boolean {
    const sent = this.#send(message(contributionFor(commitment)));
    if (sent) this.#contributed = commitment;
    return sent;
  }

  #close(): void {
    this.#decision = null;
    this.#reopen();
  }

  #reopen(): void {
    this.#answering = null;
    this.#passed = false;
  }

  #happen(event: GameEvent, number: number | null): void {
    if (this.view === null) return;
    const wanted = this.#decision !== null && !this.#passed && this.view.phase === 'claims';
    const outranked = wanted && takerOf(event) !== null && takerOf(event) !== this.view.seat;
    this.view = fold(this.view, event, number);
    this.witness?.see(this.view);
    if (number !== null && this.#decision !== null && number > this.#decision.id) this.#close();
    if (event.type === 'discarded') this.lastDiscarder = event.seat;
    this.happened = { event, count: (this.happened?.count ?? 0) + 1, outranked };
  }

  /** What was sent last may have been a contribution, and refused. */
  #forgetContribution(code: string): void {
    const wallWasMade = code === 'too_late' || code === 'round_running';
    if (wallWasMade && this.#contributed !== null) noteTaken(this.#contributed, false);
    this.#contributed = null;
  }

  #refused(code: string, message: string, decision: number | null): void {
    if (this.advice.refused(code, decision)) return;
    this.#starting = false;
    if (decision === null) this.#forgetContribution(code);
    // Too late or twice is no one's mistake: what comes next says how things stand.
    if (HARMLESS.includes(code)) return;
    // What came too fast was not read, and may have been the answer.
    if (code === 'too_fast' || (decision !== null && decision === this.#decision?.id)) this.#reopen();
    if (code === 'wrong_protocol') this.link = 'outdated';
    else this.fault = { code, message };
  }
}
