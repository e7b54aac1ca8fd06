// What the server says of a hand that is being composed: asked once the composer pauses; what is asked last counts.

import { refusalOf, type Refusal } from '../rest/ask';
import { score, type Scored, type ScoreRequest } from '../rest/guide';

const PAUSE_MS = 300;

export class Verdict {
  scored = $state.raw<Scored | null>(null);
  refused = $state.raw<Refusal | null>(null);
  /** Whether what is shown is of another hand than the one composed by now. */
  stale = $state(false);
  #turn = 0;

  async ask(request: ScoreRequest | null): Promise<void> {
    const turn = ++this.#turn;
    this.stale = request !== null;
    if (request === null) {
      this.scored = null;
      this.refused = null;
      return;
    }
    await new Promise((done) => setTimeout(done, PAUSE_MS));
    if (turn !== this.#turn) return;
    try {
      const scored = await score(request);
      if (turn !== this.#turn) return;
      this.scored = scored;
      this.refused = null;
      this.stale = false;
    } catch (fault) {
      if (turn !== this.#turn) return;
      this.scored = null;
      this.refused = refusalOf(fault);
      this.stale = false;
    }
  }
}
