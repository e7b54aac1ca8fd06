// What a player is called on the table.

import type { Player } from '../wire/protocol';
import type { Words } from '../words/words';
import type { Place } from './seating';

/** The name to show: a person's own, and where several play also that of a bot; else the place. */
export function nameAt(player: Player | undefined, place: Place, several: boolean, words: Words): string {
  if ((place === 'own' && !words.watching) || player === undefined || player.kind === 'free') return words.places[place];
  if (player.kind === 'player') return player.name;
  return several ? `${words.together.bots[player.name] ?? player.name}` : words.places[place];
}
