// What there is to read about a rule set, and what a hand is worth: all of it comes from the server.

import type { Tile } from '../wire/tiles';
import type { Wait } from '../wire/protocol';
import type { MeldKind, RuleSetSpec, Sheet } from '../wire/view';
import type { ButtonName } from '../words/words';
import { ask } from './ask';
import type { Named } from './friends';
import type { Explanation } from './rules';

export const WINDS = ['east', 'south', 'west', 'north'] as const;
export type Wind = (typeof WINDS)[number];

export interface ScoreMeld {
  kind: MeldKind;
  /** In the notation of score sheets. */
  tiles: string;
}

export interface ScoreWin {
  tile: Tile;
  by: 'self_draw' | 'discard' | 'robbed_kong';
  after: 'exposed_kong' | 'concealed_kong' | 'bonus' | null;
  kong_tile: Tile | null;
  opening: 'heavenly' | 'earthly' | null;
  share_out: boolean;
  ready: boolean;
}

/** One seat to be scored (docs/requests.md). */
export interface ScoreRequest {
  indicators: [Tile, Tile];
  seat_wind: Wind;
  hand: string;
  melds: ScoreMeld[];
  bonus: string;
  win: ScoreWin | null;
  ruleset: RuleSetSpec;
}

/** Why a hand cannot be, or does not win. */
export interface Fault {
  code: FaultCode;
  message: string;
  where: string | null;
  tile: Tile | null;
  count: number | null;
  expected: number | null;
}

export type FaultCode =
  | 'not_a_win'
  | 'wild_melded'
  | 'no_chow'
  | 'meld_size'
  | 'bonus_melded'
  | 'not_a_run'
  | 'not_alike'
  | 'no_bonus_kong'
  | 'not_a_bonus_kong'
  | 'bonus_in_hand'
  | 'not_bonus'
  | 'wild_aside'
  | 'too_many'
  | 'too_many_melds'
  | 'hand_size'
  | 'won_on_bonus'
  | 'kong_without_bloom'
  | 'bloom_not_drawn'
  | 'nothing_aside'
  | 'no_such_kong'
  | 'robbed_wild'
  | 'robbed_held'
  | 'opening_melded'
  | 'heavenly_not_east'
  | 'heavenly_not_drawn'
  | 'heavenly_bloom'
  | 'earthly_east'
  | 'earthly_robbed'
  | 'no_share_out'
  | 'share_out_not_drawn'
  | 'share_out_bloom'
  | 'share_out_opening';

/** What a hand is worth; with a fault there is nothing else. */
export interface Scored {
  sheet: Sheet | null;
  /** What each seat, from East on, pays the winner. */
  payments: number[] | null;
  /** What the hand of who has not won waits for. */
  waits: Wait[] | null;
  fault: Fault | null;
}

export interface WorkedHand {
  request: ScoreRequest;
  sheet: Sheet;
}

/** A hand that has a rule: what it is about, and what the rule gives it. */
export interface Example extends WorkedHand {
  rule: string;
  part: number;
  shows: string;
  tai: number;
}

export interface Figure extends Named {
  groups: string[];
  wild: string;
  button: ButtonName | null;
}

export interface Lesson extends Named {
  id: string;
  sentences: Named[];
  figures: Figure[];
  worked: WorkedHand | null;
  /** `matrix[payer][receiver]`, seats from the dealer on. */
  payments: { winner: number; tai: number[]; matrix: number[][]; points: number[] } | null;
}

/** Rules that belong together. */
export interface Chapter extends Named {
  id: string;
  rules: string[];
}

export interface Guide {
  lessons: Lesson[];
  chapters: Chapter[];
  rules: Explanation[];
  examples: Example[];
}

/** Guides by their address: they stay as they are while the page is open. */
const known = new Map<string, Promise<Guide>>();

export function guideTo(spec: RuleSetSpec): Promise<Guide> {
  const path = `api/guide?ruleset=${encodeURIComponent(typeof spec === 'string' ? spec : JSON.stringify(spec))}`;
  const found = known.get(path);
  if (found !== undefined) return found;
  const asked = ask<Guide>('GET', path);
  known.set(path, asked);
  // What failed is asked for again.
  asked.catch(() => known.delete(path));
  return asked;
}

export const score = (request: ScoreRequest): Promise<Scored> => ask('POST', 'api/score', request);
