// A composed hand in an address: `indicators=8m3z&seat=south&hand=123m44p&melds=pung:777z&win=4p&by=self_draw`,
// by the names that the command line has for the same.

import { WINDS, type ScoreWin } from '../rest/guide';
import { homeAddress } from '../rooms/addresses';
import { parseTiles, TILES, writeTiles, type Tile } from '../wire/tiles';
import type { MeldKind, RuleSetSpec } from '../wire/view';
import { PLAIN, type Circumstances, type Composed, type ComposedMeld } from './composing.svelte';

const KINDS: readonly MeldKind[] = ['chow', 'pung', 'exposed_kong', 'added_kong', 'concealed_kong', 'bonus_kong'];
const WAYS: readonly ScoreWin['by'][] = ['self_draw', 'discard', 'robbed_kong'];
const AFTERS: readonly NonNullable<ScoreWin['after']>[] = ['exposed_kong', 'concealed_kong', 'bonus'];
const OPENINGS: readonly NonNullable<ScoreWin['opening']>[] = ['heavenly', 'earthly'];
/** More than any hand has: an address may hold anything. */
const MOST = 24;

/** What an address says of a hand, and what it was counted by; null where it says nothing. */
export interface Linked {
  composed: Composed;
  ruleset: RuleSetSpec | null;
}

/** Write a hand and its rule set as the query of an address. */
export function queryOf(composed: Composed, ruleset: RuleSetSpec): string {
  const { how, win } = composed;
  const said: [name: string, value: string][] = [
    ['indicators', writeTiles(composed.indicators)],
    ['seat', composed.wind],
    ['hand', writeTiles(composed.hand)],
    ['melds', composed.melds.map(({ kind, tiles }) => `${kind}:${writeTiles(tiles)}`).join(',')],
    ['bonus', writeTiles(composed.bonus)],
  ];
  if (win !== null) {
    said.push(['win', win], ['by', how.by], ['after', how.after ?? ''], ['kong-tile', how.kong_tile ?? ''], ['opening', how.opening ?? '']);
    said.push(['share-out', how.share_out ? '1' : ''], ['ready', how.ready ? '1' : '']);
  }
  said.push(['ruleset', typeof ruleset === 'string' ? ruleset : encodeURIComponent(JSON.stringify(ruleset))]);
  return said
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

/** Where anybody finds that hand in the calculator. */
export const handAddress = (query: string): string => `${homeAddress()}#guide/calculator?${query}`;

/** Read such a query; what cannot be read of it is passed over. */
export function linkedIn(query: string): Linked | null {
  const said = new URLSearchParams(query);
  const composed: Composed = {
    indicators: tilesIn(said.get('indicators')).slice(0, 2),
    wind: oneOf(WINDS, said.get('seat')) ?? 'south',
    hand: tilesIn(said.get('hand')),
    melds: meldsIn(said.get('melds')),
    bonus: tilesIn(said.get('bonus')),
    win: tilesIn(said.get('win'))[0] ?? null,
    how: howIn(said),
  };
  const { indicators, hand, melds, bonus, win } = composed;
  if (indicators.length + hand.length + melds.length + bonus.length === 0 && win === null) return null;
  return { composed, ruleset: rulesetIn(said.get('ruleset')) };
}

function howIn(said: URLSearchParams): Circumstances {
  return {
    by: oneOf(WAYS, said.get('by')) ?? PLAIN.by,
    after: oneOf(AFTERS, said.get('after')),
    kong_tile: tilesIn(said.get('kong-tile'))[0] ?? null,
    opening: oneOf(OPENINGS, said.get('opening')),
    share_out: said.has('share-out'),
    ready: said.has('ready'),
  };
}

function meldsIn(text: string | null): ComposedMeld[] {
  return (text ?? '').split(',').flatMap((one) => {
    const [name = '', written = ''] = one.split(':');
    const kind = oneOf(KINDS, name);
    const tiles = tilesIn(written).slice(0, 4);
    return kind === null || tiles.length === 0 ? [] : [{ kind, tiles }];
  }).slice(0, MOST);
}

function rulesetIn(text: string | null): RuleSetSpec | null {
  if (!text?.startsWith('{')) return text || null;
  try {
    const { base, set } = JSON.parse(text) as { base?: unknown; set?: unknown };
    if (typeof base === 'string' && typeof set === 'object' && set !== null) return { base, set: { ...set } };
  } catch {
    // Not one that this page has written.
  }
  return null;
}

const tilesIn = (text: string | null): Tile[] =>
  parseTiles(text ?? '')
    .filter((tile) => TILES.includes(tile))
    .slice(0, MOST);

const oneOf = <One extends string>(all: readonly One[], said: string | null): One | null => all.find((one) => one === said) ?? null;
