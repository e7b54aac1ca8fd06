// A hand being composed: tiles are put where one has pointed, and taken away again. What may be, the server says.

import type { ScoreMeld, ScoreRequest, ScoreWin, Wind } from '../rest/guide';
import { facesLike, parseTiles, placeOf, rankOf, sorted, suitOf, TILES, type Tile } from '../wire/tiles';
import type { MeldKind, RuleSetSpec } from '../wire/view';

/** Where the next tile goes; a kind of meld is made of the tile and those that belong to it. */
export type Place = 'indicators' | 'hand' | 'win' | 'bonus' | MeldKind;

export interface ComposedMeld {
  kind: MeldKind;
  tiles: Tile[];
}

export type Circumstances = Omit<ScoreWin, 'tile'>;

/** All that is composed: a hand and how it was won, perhaps not the whole of it yet. */
export interface Composed {
  indicators: Tile[];
  wind: Wind;
  hand: Tile[];
  melds: ComposedMeld[];
  bonus: Tile[];
  win: Tile | null;
  how: Circumstances;
}

const INDICATORS = 2;
export const PLAIN: Circumstances = { by: 'self_draw', after: null, kong_tile: null, opening: null, share_out: false, ready: false };

export class Composing implements Composed {
  place = $state<Place>('indicators');
  indicators = $state.raw<Tile[]>([]);
  hand = $state.raw<Tile[]>([]);
  melds = $state.raw<ComposedMeld[]>([]);
  bonus = $state.raw<Tile[]>([]);
  win = $state<Tile | null>(null);
  wind = $state<Wind>('south');
  how = $state.raw<Circumstances>(PLAIN);
  /** Whether an address has just led to the hand: what it is worth is to be seen first. */
  arrived = $state(false);

  readonly wild = $derived(this.indicators.flatMap(facesLike));
  readonly empty = $derived(
    this.indicators.length + this.hand.length + this.melds.length + this.bonus.length === 0 && this.win === null,
  );

  /** Put a tile where one has pointed. */
  put(tile: Tile): void {
    const { place } = this;
    if (place === 'indicators') {
      this.indicators = [...this.indicators, tile].slice(-INDICATORS);
      if (this.indicators.length === INDICATORS) this.place = 'hand';
    } else if (place === 'hand') this.hand = sorted([...this.hand, tile]);
    else if (place === 'win') this.win = tile;
    else if (place === 'bonus') this.bonus = sorted([...this.bonus, tile]);
    else this.melds = [...this.melds, { kind: place, tiles: meldOf(place, tile) }];
  }

  /** Point at the hand where one has pointed at a kind of meld that the rules no longer have. */
  keepTo(all: readonly MeldKind[], kept: readonly MeldKind[]): void {
    if (all.some((kind) => kind === this.place && !kept.includes(kind))) this.place = 'hand';
  }

  take(place: 'indicators' | 'hand' | 'bonus' | 'melds', at: number): void {
    const others = <One>(all: readonly One[]): One[] => all.filter((_, index) => index !== at);
    if (place === 'melds') this.melds = others(this.melds);
    else this[place] = others(this[place]);
  }

  change(part: Partial<Circumstances>): void {
    this.how = { ...this.how, ...part };
  }

  clear(): void {
    this.indicators = this.hand = this.bonus = [];
    this.melds = [];
    this.win = null;
    this.how = PLAIN;
    this.place = 'indicators';
  }

  /** What is asked of the server; null while it is not known which tiles are wild. */
  request(ruleset: RuleSetSpec): ScoreRequest | null {
    const [first, second] = this.indicators;
    if (first === undefined || second === undefined) return null;
    return {
      indicators: [first, second],
      seat_wind: this.wind,
      hand: this.hand.join(''),
      melds: this.melds.map(({ kind, tiles }): ScoreMeld => ({ kind, tiles: tiles.join('') })),
      bonus: this.bonus.join(''),
      win: this.win === null ? null : { tile: this.win, ...this.how },
      ruleset,
    };
  }

  /** Lay out a hand that was composed elsewhere. */
  load({ indicators, seat_wind, hand, melds, bonus, win }: ScoreRequest): void {
    const { tile, ...how } = win ?? { tile: null, ...PLAIN };
    this.lay({
      indicators: [...indicators],
      wind: seat_wind,
      hand: parseTiles(hand),
      melds: melds.map(({ kind, tiles }) => ({ kind, tiles: parseTiles(tiles) })),
      bonus: parseTiles(bonus),
      win: tile,
      how,
    });
  }

  lay({ indicators, wind, hand, melds, bonus, win, how }: Composed): void {
    this.indicators = indicators;
    this.wind = wind;
    this.hand = sorted(hand);
    this.melds = melds;
    this.bonus = sorted(bonus);
    this.win = win;
    this.how = how;
    this.place = indicators.length < INDICATORS ? 'indicators' : 'hand';
  }
}

/** The tiles of a meld that one tile begins: those in a row with it, those alike, or a colour's flowers. */
export function meldOf(kind: MeldKind, tile: Tile): Tile[] {
  if (kind === 'chow') {
    const first = Math.min(rankOf(tile), 7);
    const row = [first, first + 1, first + 2].map((rank) => `${rank}${suitOf(tile)}` as Tile);
    return suitOf(tile) === 'z' || suitOf(tile) === 'f' ? [tile, tile, tile] : row;
  }
  if (kind === 'bonus_kong' && suitOf(tile) === 'f') return facesLike(tile);
  return Array.from({ length: kind === 'pung' ? 3 : 4 }, () => tile);
}

/** The tiles that can be put, as rows of the pad. */
export const ROWS: readonly Tile[][] = ['m', 'p', 's', 'z', 'f'].map((suit) =>
  TILES.filter((tile) => suitOf(tile) === suit).sort((a, b) => placeOf(a) - placeOf(b)),
);

/** The hand composed last: it stays when one reads something and comes back. */
export const composing = new Composing();
