// Waiting for a seat in a coin room, until one is found or one waits no longer.

import { refusalOf, type Refusal } from '../rest/ask';
import { enterQueue, leaveQueue, queue, type Queued } from '../rest/rooms';

const PAUSE_MS = 2000;
/** Set while one waits in this tab: loaded again, it asks how the queue stands. */
const KEY = 'taipao.queue';

export class Waiting {
  /** How the own queue stands; null while one is in none. */
  queued = $state.raw<Queued | null>(null);
  /** When one began to wait, by this machine's clock in milliseconds. */
  since = $state(0);
  refused = $state.raw<Refusal | null>(null);
  /** Whether the place in the queue was lost. */
  gone = $state(false);
  /** Every wait has a number, so that answers to one that was left count for nothing. */
  #turn = 0;
  readonly #seated: (table: string) => void;

  constructor(seated: (table: string) => void) {
    this.#seated = seated;
  }

  /** Go on waiting if one did already: the page may have been loaded again. */
  async resume(): Promise<void> {
    if (!recall()) return;
    const turn = ++this.#turn;
    const queued = await queue(true).catch(() => null);
    // Whoever has a seat already is shown the way to it, and may stay here.
    if (turn === this.#turn && queued !== null && queued.table === null) await this.#follow(queued);
  }

  async enter(room: string, ruleset: string): Promise<void> {
    const turn = ++this.#turn;
    this.refused = null;
    this.gone = false;
    try {
      const queued = await enterQueue(room, ruleset);
      if (turn === this.#turn) await this.#follow(queued);
    } catch (fault) {
      if (turn === this.#turn) this.refused = refusalOf(fault);
    }
  }

  /** Wait no longer, unless a seat has been found just now. */
  async leave(): Promise<void> {
    this.stop();
    remember(false);
    try {
      const { table } = await leaveQueue();
      if (table !== null) this.#seated(table);
    } catch (fault) {
      this.refused = refusalOf(fault);
    }
  }

  /** Ask no more. */
  stop(): void {
    this.#turn++;
    this.queued = null;
  }

  async #follow(first: Queued): Promise<void> {
    const turn = this.#turn;
    remember(true);
    this.since = Date.now() - first.seconds * 1000;
    let queued: Queued | null = first;
    while (queued !== null) {
      this.queued = queued;
      if (queued.table !== null) {
        remember(false);
        return this.#seated(queued.table);
      }
      queued = await this.#next(turn);
      if (turn !== this.#turn) return;
    }
    remember(false);
    this.stop();
  }

  /** What the queue has come to; null where one is in it no more. */
  async #next(turn: number): Promise<Queued | null> {
    while (turn === this.#turn) {
      try {
        return await queue(false);
      } catch (fault) {
        const refused = refusalOf(fault);
        if (turn !== this.#turn) return null;
        // A line that breaks, or a server that is busy, is no reason to give the place up.
        if (refused.status !== 0 && refused.status !== 429 && refused.status < 500) {
          this.gone = refused.status === 404;
          if (!this.gone) this.refused = refused;
          return null;
        }
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
    }
    return null;
  }
}

// A browser may forbid pages to keep anything; then a wait ends with its page.
function remember(waiting: boolean): void {
  try {
    if (waiting) sessionStorage.setItem(KEY, '');
    else sessionStorage.removeItem(KEY);
  } catch {
    return;
  }
}

function recall(): boolean {
  try {
    return sessionStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}
