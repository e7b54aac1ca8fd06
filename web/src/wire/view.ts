// The wire form of a view, and of a score sheet (docs/events.md).

import type { WonEvent } from './events';
import type { Tile } from './tiles';

export type Seat = number;

export type RuleSetSpec = string | { base: string; set: Record<string, unknown> };

export type MeldKind = 'chow' | 'pung' | 'exposed_kong' | 'added_kong' | 'concealed_kong' | 'bonus_kong';

export interface Meld {
  kind: MeldKind;
  /** Empty for another seat's opening kong until the round ends. */
  tiles: Tile[];
  /** The claimed tile, and the seat it came from. */
  tile: Tile | null;
  source: Seat | null;
}

export interface RiverTile {
  tile: Tile;
  drawn: boolean;
  taken: boolean;
}

export interface SeatView {
  size: number;
  river: RiverTile[];
  melds: Meld[];
  bonus: Tile[];
  ready: boolean;
}

export interface Offer {
  tile: Tile;
  source: Seat;
  kind: 'discard' | 'added_kong';
}

export interface Item {
  rule: string;
  tai: number;
  zh: string;
  en: string;
}

export interface Reading {
  /** Five sets, melds first, each as grouped notation. */
  sets: string[];
  pair: string;
  wilds: { tile: Tile; as: Tile }[];
}

export interface RunnerUp {
  tai: number;
  total: number;
  items: Item[];
  reading: Reading | null;
}

export interface Sheet {
  role: 'winner' | 'non_winner';
  shape: 'sets' | 'kill_pig' | null;
  tai: number;
  doubled: boolean;
  total: number;
  items: Item[];
  reading: Reading | null;
  runner_up: RunnerUp | null;
}

/** What a seat pays another, and by which rule: so many points, taken so many times. */
export interface Due {
  payer: Seat;
  receiver: Seat;
  rule: 'S2' | 'S3';
  points: number;
  factor: number;
}

export interface Result {
  winner: Seat | null;
  hands: Tile[][];
  hidden: Tile[][][];
  sheets: Sheet[] | null;
  /** `[payer][receiver]` */
  payments: number[][];
  points: number[];
  next_dealer: Seat;
  /** Absent in records that were written before it was told. */
  dues?: Due[];
}

export type Phase = 'opening' | 'turn' | 'claims' | 'share_out' | 'ended';

export interface View {
  number: number;
  seat: Seat;
  ruleset: RuleSetSpec;
  dealer: Seat;
  indicators: Tile[];
  wild: Tile[];
  left: number;
  limit: number;
  phase: Phase;
  turn: Seat;
  offer: Offer | null;
  seats: SeatView[];
  hand: Tile[];
  drawn: Tile | null;
  hidden: Tile[][];
  ready: boolean;
  /** How the round was won, once it was. */
  won: WonEvent | null;
  result: Result | null;
}
