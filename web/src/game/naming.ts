// What a player is called on the table.

import type { Player, SeatResult } from '../wire/protocol';
import type { Words } from '../words/words';
import type { Place } from './seating';

/** The name to show: a person's own, and where several play also that of a bot; else the place. */
export function nameAt(player: Pick<Player, 'kind' | 'name'> | undefined, place: Place, several: boolean, words: Words): string {
  if ((place === 'own' && !words.watching) || player === undefined || player.kind === 'free') return words.places[place];
  if (player.kind === 'player') return player.name;
  return several ? `${words.together.bots[player.name] ?? player.name}` : words.places[place];
}

/** The name of who played a round, whoever has the seat by now; the place if that is not known any more. */
export function namePlayed({ name, bot }: SeatResult, place: Place, words: Words): string {
  return nameAt(name === null ? undefined : { kind: bot ? 'bot' : 'player', name }, place, true, words);
}
