// What lies on the button of an action: the tiles that it would use.

import { arrange } from '../shared/sorting';
import { sorted, type Tile } from '../wire/tiles';
import type { Action } from '../wire/protocol';
import type { View } from '../wire/view';
import type { ButtonName } from '../words/words';

/** The tiles of one chow, pung or kong as they would lie there. */
export function setOf(action: Action, { offer }: Pick<View, 'offer'>): Tile[] {
  switch (action.type) {
    case 'chow':
      return sorted(offer === null ? action.tiles : [...action.tiles, offer.tile]);
    case 'pung':
      return offer === null ? [] : [offer.tile, offer.tile, offer.tile];
    case 'kong':
      return [action.tile, action.tile, action.tile, action.tile];
    default:
      return [];
  }
}

/** The tiles to show on a button: those of its one set, or one of each that its sets are chosen from. */
export function previewOf(name: ButtonName, actions: readonly Action[], view: Pick<View, 'offer' | 'drawn' | 'wild'>): Tile[] {
  if (name === 'win') return [view.offer?.tile ?? view.drawn].filter((tile) => tile !== null);
  if (name === 'ready') {
    const tiles = actions.flatMap((action) => (action.type === 'discard' && action.ready ? [action.tile] : []));
    return arrange(tiles, view.wild);
  }
  const sets = actions.filter(({ type }) => type === name).map((action) => setOf(action, view));
  const [only = []] = sets;
  return sets.length > 1 ? sorted([...new Set(sets.flat())]) : only;
}
