// What a player has the page answer for the rest of the round: as a click would, and never over a choice that counts.

import type { Action } from '../wire/protocol';
import type { View } from '../wire/view';

export const TOGGLES = ['win', 'no_claims', 'discard_drawn'] as const;
export type ToggleName = (typeof TOGGLES)[number];

export const TOGGLE_KEYS: Readonly<Record<string, ToggleName>> = { a: 'win', n: 'no_claims', t: 'discard_drawn' };

export class Toggles {
  #on = $state.raw<readonly ToggleName[]>([]);
  #round = '';
  /** The decision that was answered last: what the server refuses is not sent again. */
  #answered: number | null = null;

  isOn(name: ToggleName): boolean {
    return this.#on.includes(name);
  }

  flip(name: ToggleName): void {
    this.#on = this.isOn(name) ? this.#on.filter((one) => one !== name) : [...this.#on, name];
  }

  /** All are off when a round begins. */
  follow(round: string): void {
    if (round !== this.#round) this.#on = [];
    this.#round = round;
  }

  /** What to answer, or null where the player is to be asked. */
  answer({ id, actions }: { id: number; actions: readonly Action[] }, { phase, drawn }: Pick<View, 'phase' | 'drawn'>): Action | null {
    return id === this.#answered ? null : this.#choose(actions, phase, drawn);
  }

  /** Note that a decision has been answered so. */
  note(decision: number): void {
    this.#answered = decision;
  }

  #choose(actions: readonly Action[], phase: View['phase'], drawn: View['drawn']): Action | null {
    const find = (type: Action['type']): Action | null => actions.find((action) => action.type === type) ?? null;
    const win = find('win');
    if (win !== null) return this.isOn('win') ? win : null;
    if (phase === 'claims') return this.isOn('no_claims') ? find('pass') : null;
    // A kong is a choice of its own: to claim nothing of others is not to make none.
    if (phase !== 'turn' || !this.isOn('discard_drawn') || find('kong') !== null) return null;
    return actions.find((action) => action.type === 'discard' && action.tile === drawn && !action.ready) ?? find('pass');
  }
}
