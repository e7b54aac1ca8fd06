// Something asked of the server once: under way, refused, or done.

import { untrack } from 'svelte';

import { refusalOf, type Refusal } from '../rest/ask';

export class Attempt {
  busy = $state(false);
  refused = $state.raw<Refusal | null>(null);

  /** Do it unless it is being done; tell whether it came off. */
  async make(deed: () => Promise<unknown>): Promise<boolean> {
    // What makes the attempt does not follow it: an effect would make it over and over.
    if (untrack(() => this.busy)) return false;
    this.busy = true;
    this.refused = null;
    try {
      await deed();
      return true;
    } catch (fault) {
      this.refused = refusalOf(fault);
      return false;
    } finally {
      this.busy = false;
    }
  }
}
