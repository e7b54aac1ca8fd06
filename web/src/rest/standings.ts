// Who stands where, and what somebody has played.

import { ask } from './ask';

export type BoardName = 'ranks' | 'week' | 'hands';

export interface Place {
  place: number;
  id: string;
  name: string;
  rank: string;
  /** Rank points, the week's coins, or the points of the best hand. */
  value: number;
  /** The record of the best hand. */
  record: string | null;
}

export interface Board {
  places: Place[];
  /** The own place, if there is one. */
  own: Place | null;
}

export interface BestSheet {
  total: number;
  tai: number;
  items: [rule: string, tai: number][];
  ended: number;
  record: string;
}

export interface Profile {
  id: string;
  name: string;
  rank: string;
  rank_points: number;
  rounds: number;
  /** Rounds won. */
  wins: number;
  /** Rounds won of all; null without any. */
  win_rate: number | null;
  /** Of the rounds won; null without any. */
  mean_tai: number | null;
  /** Rounds that nobody won. */
  draws: number;
  draw_rate: number | null;
  /** Rounds that somebody else won by a tile of this player's. */
  dealt_in: number;
  deal_in_rate: number | null;
  /** How often each rule counted in a win. */
  items: { [rule: string]: number };
  best: BestSheet[];
  /** At the end of each day on which they changed; only the player sees them. */
  coins: { time: number; coins: number }[];
}

export const board = (name: BoardName): Promise<Board> => ask('GET', `api/leaderboards/${name}`);
export const profile = (id: string): Promise<Profile> => ask('GET', `api/players/${encodeURIComponent(id)}`);
