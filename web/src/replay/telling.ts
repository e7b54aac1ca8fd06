// What happens in a round, a line for each event, in the words of a language.

import { windOf } from '../game/seating';
import { signed } from '../shared/numbers';
import type { GameEvent } from '../wire/events';
import type { Tile } from '../wire/tiles';
import type { Seat } from '../wire/view';
import type { ReplayWords } from '../words/replay';
import type { Words } from '../words/words';

/** Tell an event as a seat sees it; seats are called by their winds. */
export function tell(event: GameEvent, dealer: Seat, replay: ReplayWords, words: Words): string {
  const { events } = replay;
  const who = (seat: Seat): string => replay.seat(words.winds[windOf(seat, dealer)] ?? '');
  const of = (source: Seat | null): string => (source === null ? '' : who(source));
  const name = (tile: Tile | null): string => (tile === null ? replay.hidden : words.tile(tile));
  const names = (tiles: readonly Tile[] | null): string => (tiles ?? []).map(words.tile).join(words.listed);
  switch (event.type) {
    case 'dealt':
      return events.dealt(who(dealer), names(event.indicators));
    case 'opening_kong_made':
      return events.openingKong(who(event.seat), event.tiles === null ? words.hiddenTile : names(event.tiles));
    case 'bonus_set_aside':
      return events.bonus(who(event.seat), names(event.tiles));
    case 'drawn':
      return events.drawn(who(event.seat), name(event.tile), event.why);
    case 'play_began':
      return events.began(who(event.seat));
    case 'ready_declared':
    case 'ready_noted':
      return events.ready(who(event.seat));
    case 'ready_cancelled':
      return events.readyCancelled(who(event.seat));
    case 'discarded':
      return events.discarded(who(event.seat), name(event.tile), event.drawn);
    case 'chow_made':
      return events.chow(who(event.seat), who(event.source), name(event.tile), names(event.tiles));
    case 'pung_made':
      return events.pung(who(event.seat), who(event.source), name(event.tile));
    case 'kong_made':
      return events.kong(who(event.seat), of(event.source), name(event.tile), event.kind);
    case 'added_kong_declared':
      return events.added(who(event.seat), name(event.tile));
    case 'share_out_began':
      return events.shareOut(who(event.seat));
    case 'won':
      return won(event);
    case 'round_ended':
      return event.winner === null
        ? events.draw
        : events.over(who(event.winner), words.sheet.points(signed(event.points[event.winner] ?? 0)));
  }

  function won({ seat, by, source, tile, opening }: Extract<GameEvent, { type: 'won' }>): string {
    const line =
      by === 'self_draw'
        ? events.selfDraw(who(seat), name(tile))
        : events[by === 'discard' ? 'winOn' : 'robbed'](who(seat), of(source), name(tile));
    return opening === null ? line : `${line} · ${events.opening[opening]}`;
  }
}
