// What is being said at the table, and whom one does not want to hear.

import type { Phrase, Player } from '../wire/protocol';
import type { Seat } from '../wire/view';
import { isKnown } from './phrases';

export interface Saying {
  phrase: Phrase;
  /** Tells equal ones in a row apart. */
  count: number;
}

const SHOWN_MS = 3000;
const KEY = 'taipao.muted';
/** Stands in the list for everybody. */
const ALL = '*';
/** Of more than that, those muted first are heard again. */
const MOST = 200;

export class Talk {
  /** By seat, what it has just said. */
  sayings = $state.raw<Readonly<Partial<Record<Seat, Saying>>>>({});
  /** Who is about to be reported, and for what round. */
  reported = $state.raw<{ account: string; name: string; table: string; round: string | null } | null>(null);

  #muted = $state.raw<readonly string[]>(recall());
  #count = 0;

  get allMuted(): boolean {
    return this.#muted.includes(ALL);
  }

  /** Whether this very person is muted, be all or not. */
  isMuted({ account }: Player): boolean {
    return account !== null && this.#muted.includes(account);
  }

  muteAll(on: boolean): void {
    this.#mute(ALL, on);
  }

  mute({ account }: Player, on: boolean): void {
    if (account !== null) this.#mute(account, on);
  }

  /** Show for a while what a seat says; `own` is what one has said oneself. */
  hear(seat: Seat, phrase: Phrase, player: Player | undefined, own: boolean): void {
    if (!isKnown(phrase)) return;
    if (!own && (this.allMuted || (player !== undefined && this.isMuted(player)))) return;
    const saying = { phrase, count: ++this.#count };
    this.sayings = { ...this.sayings, [seat]: saying };
    setTimeout(() => {
      if (this.sayings[seat] === saying) this.sayings = { ...this.sayings, [seat]: undefined };
    }, SHOWN_MS);
  }

  #mute(whom: string, on: boolean): void {
    const others = this.#muted.filter((one) => one !== whom);
    this.#muted = on ? [...others, whom].slice(-MOST) : others;
    remember(this.#muted);
  }
}

// A browser may forbid pages to keep anything, or keep what is none of ours.
function recall(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
}

function remember(muted: readonly string[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(muted));
  } catch {
    return;
  }
}
