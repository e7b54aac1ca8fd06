// What the player is about to do: the tile picked out, and the choice that a button has opened.

import type { Decision, Game } from '../game/game.svelte';
import type { Action, Wait } from '../wire/protocol';
import type { Tile } from '../wire/tiles';
import type { ButtonName } from '../words/words';

type Discard = Extract<Action, { type: 'discard' }>;
export type Chow = Extract<Action, { type: 'chow' }>;
export type Kong = Extract<Action, { type: 'kong' }>;

type Mode = 'plain' | 'chow' | 'kong' | 'ready';

/** A choice holds for one decision only: when that is closed, or asked anew, it is forgotten. */
interface Intent {
  decision: Decision;
  mode: Mode;
  /** The place in the hand, as it is laid out, of the tile picked out. */
  picked: { place: number; tile: Tile } | null;
}

export const BUTTONS: readonly ButtonName[] = ['chow', 'pung', 'kong', 'ready', 'win', 'pass'];

export const KEYS: Readonly<Record<string, ButtonName>> = {
  c: 'chow',
  p: 'pung',
  k: 'kong',
  r: 'ready',
  w: 'win',
  x: 'pass',
};

export class Controls {
  readonly #game: Game;
  #intent = $state.raw<Intent | null>(null);
  /** Whether a tile of the hand is being dragged. */
  dragging = $state(false);
  /** The tile under the pointer or the focus, whose waits are shown before it is picked. */
  hovered = $state<Tile | null>(null);

  constructor(game: Game) {
    this.#game = game;
  }

  get actions(): readonly Action[] {
    return this.#game.decision?.actions ?? [];
  }

  /** The number of the open decision: what was begun for another one comes to nothing. */
  get decision(): number | null {
    return this.#game.decision?.id ?? null;
  }

  /** Whether the player is not in the middle of choosing. */
  get idle(): boolean {
    return this.#current === null && !this.dragging;
  }

  get #current(): Intent | null {
    return this.#intent?.decision === this.#game.decision ? this.#intent : null;
  }

  get mode(): Mode {
    return this.#current?.mode ?? 'plain';
  }

  get picked(): Intent['picked'] {
    return this.#current?.picked ?? null;
  }

  /** The chows or kongs to choose from, once their button has opened the choice. */
  get options(): (Chow | Kong)[] {
    const { mode } = this;
    return this.actions.filter(
      (action): action is Chow | Kong => (action.type === 'chow' || action.type === 'kong') && action.type === mode,
    );
  }

  get buttons(): ButtonName[] {
    return BUTTONS.filter((name) =>
      this.actions.some((action) => (name === 'ready' ? isReady(action) : action.type === name)),
    );
  }

  /** Whether some tile of the hand can be discarded now. */
  get discarding(): boolean {
    return this.actions.some((action) => action.type === 'discard');
  }

  canDiscard(tile: Tile): boolean {
    return this.#discard(tile) !== undefined;
  }

  /** The waits after discarding the tile picked out or pointed at, where the hand then waits. */
  get preview(): { tile: Tile; waits: Wait[] } | null {
    const tile = this.picked?.tile ?? this.hovered;
    if (tile === null || this.#game.decision === null || !this.canDiscard(tile)) return null;
    return this.#game.decision.waits.find((entry) => entry.tile === tile) ?? null;
  }

  press(name: ButtonName): void {
    if (!this.buttons.includes(name)) return;
    if (name === 'ready') {
      const only = this.actions.filter(isReady);
      const [first] = only;
      this.#open('ready');
      if (only.length === 1 && first !== undefined) this.#pick(first.tile, -1);
      return;
    }
    const choices: Action[] = this.actions.filter((action) => action.type === name);
    const [only] = choices;
    if (only === undefined) return;
    if (choices.length > 1 && (name === 'chow' || name === 'kong')) this.#open(name);
    else this.choose(only);
  }

  choose(action: Action): void {
    this.#intent = null;
    this.hovered = null;
    this.#game.act(action);
  }

  /** Pick a tile out of the hand; `at once`, or picked a second time, it is discarded. */
  pick(tile: Tile, place: number, atOnce: boolean): void {
    if (!this.canDiscard(tile)) return;
    const again = this.picked?.tile === tile && (this.picked.place === place || this.picked.place === -1);
    if (again || (atOnce && this.mode !== 'ready')) this.#throw(tile);
    else this.#pick(tile, place);
  }

  confirm(): void {
    if (this.picked !== null) this.#throw(this.picked.tile);
  }

  /** Discard a tile that was dragged out of the hand while `decision` was open. */
  drop(tile: Tile, decision: number | null): void {
    if (decision === this.decision) this.#throw(tile);
  }

  cancel(): void {
    this.#intent = null;
  }

  #throw(tile: Tile): void {
    const action = this.#discard(tile);
    if (action !== undefined) this.choose(action);
  }

  #discard(tile: Tile): Discard | undefined {
    const ready = this.mode === 'ready';
    return this.actions.find(
      (action): action is Discard => action.type === 'discard' && action.tile === tile && action.ready === ready,
    );
  }

  #open(mode: Mode): void {
    const decision = this.#game.decision;
    if (decision !== null && this.mode !== mode) this.#intent = { decision, mode, picked: null };
  }

  #pick(tile: Tile, place: number): void {
    const decision = this.#game.decision;
    if (decision !== null) this.#intent = { decision, mode: this.mode, picked: { tile, place } };
  }
}

const isReady = (action: Action): action is Discard => action.type === 'discard' && action.ready;
