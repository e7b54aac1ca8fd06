// What has just happened, in words: for the live region and for the calls shown on the table.

import { placeOf } from '../game/seating';
import type { Happened } from '../game/game.svelte';
import type { GameEvent } from '../wire/events';
import type { Seat } from '../wire/view';
import type { Words } from '../words/words';

/** The word called out loud, and by whom, if the event is a call. */
export function callOf(event: GameEvent, words: Words): { seat: Seat; word: string } | null {
  switch (event.type) {
    case 'chow_made':
      return { seat: event.seat, word: words.calls.chow };
    case 'pung_made':
      return { seat: event.seat, word: words.calls.pung };
    case 'kong_made':
      return { seat: event.seat, word: words.calls[event.kind] };
    case 'ready_declared':
      return { seat: event.seat, word: words.calls.ready };
    case 'won':
      return { seat: event.seat, word: event.by === 'self_draw' ? words.calls.self_draw : words.calls.win };
    default:
      return null;
  }
}

/** That the tile one wanted went to somebody else, or null. */
export function lossOf({ event, outranked }: Happened, own: Seat, words: Words): string | null {
  const call = outranked ? callOf(event, words) : null;
  return call === null ? null : words.news.outranked(words.places[placeOf(call.seat, own)], call.word);
}

/** One line about an event, or an empty one if it is not worth saying. */
export function lineOf(event: GameEvent, own: Seat, words: Words): string {
  const player = (seat: Seat): string => words.places[placeOf(seat, own)];
  switch (event.type) {
    case 'discarded':
      return words.news.discarded(player(event.seat), words.tile(event.tile));
    case 'chow_made':
    case 'pung_made':
    case 'kong_made':
      return words.news.called(player(event.seat), callOf(event, words)?.word ?? '', words.tile(event.tile));
    case 'added_kong_declared':
      return words.news.called(player(event.seat), words.calls.added_kong, words.tile(event.tile));
    case 'ready_declared':
      return words.news.called(player(event.seat), words.calls.ready, '');
    case 'drawn':
      return event.tile === null ? '' : words.news.drew(words.tile(event.tile));
    case 'share_out_began':
      return words.news.shareOut;
    case 'won':
      return words.news.won(player(event.seat));
    case 'round_ended':
      return event.winner === null ? words.news.draw : '';
    default:
      return '';
  }
}
