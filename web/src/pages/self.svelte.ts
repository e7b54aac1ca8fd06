// Who one is, as the pages show it: asked for before they open, and again after what changes it.

import { me, type Me } from '../rest/account';
import { refusalOf, type Refusal } from '../rest/ask';

class Self {
  /** Null for somebody the server does not know yet. */
  me = $state.raw<Me | null>(null);
  /** Whether the server has been asked and has answered. */
  known = $state(false);
  refused = $state.raw<Refusal | null>(null);
  /** Whether one may not play for now: the banner of all pages, `#ban`, says until when and why. */
  readonly banned = $derived(this.me !== null && this.me.banned !== null);
  /** Answers to what was asked before something changed count for nothing. */
  #turn = 0;

  async load(): Promise<void> {
    const turn = ++this.#turn;
    this.refused = null;
    try {
      const found = await me();
      if (turn !== this.#turn) return;
      this.me = found;
      this.known = true;
    } catch (fault) {
      if (turn !== this.#turn) return;
      const refused = refusalOf(fault);
      this.me = null;
      this.known = refused.status === 401;
      if (!this.known) this.refused = refused;
    }
  }

  /** Look again; while the server cannot be asked all stays as it is. */
  async refresh(): Promise<void> {
    const turn = this.#turn;
    const found = await me().catch(() => null);
    if (found !== null && turn === this.#turn) this.me = found;
  }
}

export const self = new Self();
