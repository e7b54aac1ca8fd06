// Who one is, as the pages show it: asked for before they open, and again after what changes it.

import { me, type Me } from '../rest/account';
import { refusalOf, type Refusal } from '../rest/ask';

class Self {
  /** Null for somebody the server does not know yet. */
  me = $state.raw<Me | null>(null);
  /** Whether the server has been asked and has answered. */
  known = $state(false);
  refused = $state.raw<Refusal | null>(null);

  async load(): Promise<void> {
    this.refused = null;
    try {
      this.me = await me();
      this.known = true;
    } catch (fault) {
      const refused = refusalOf(fault);
      this.me = null;
      this.known = refused.status === 401;
      if (!this.known) this.refused = refused;
    }
  }
}

export const self = new Self();
