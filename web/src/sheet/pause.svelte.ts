// How long a round that has just ended is looked at before its sheet lies over it.

import type { Game, Over } from '../game/game.svelte';

const PAUSE_MS = 1100;

/** The round whose sheet may be shown: with a pause if one has seen it end, unless one wants fewer movements. */
export class SheetPause {
  shown = $state.raw<Over | null>(null);

  /** Follow what the game says; returns what to do when it says something else. */
  follow({ over, happened }: Pick<Game, 'over' | 'happened'>): (() => void) | undefined {
    const pause = happened?.event.type === 'round_ended' && !matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (over === null || !pause) {
      this.shown = over;
      return undefined;
    }
    if (this.shown === over) return undefined;
    const timer = setTimeout(() => (this.shown = over), PAUSE_MS);
    return () => clearTimeout(timer);
  }
}
