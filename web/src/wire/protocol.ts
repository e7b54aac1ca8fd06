// The messages of the table's socket (docs/protocol.md).

import type { Level } from '../preferences/level';
import type { GameEvent } from './events';
import type { Hints, Prize, Refused, Say, Wait } from './generated';
import type { Tile } from './tiles';
import type { RuleSetSpec, Seat, View } from './view';

export const PROTOCOL = 1;

export type Action =
  | { type: 'win' }
  | { type: 'kong'; tile: Tile }
  | { type: 'pung' }
  | { type: 'chow'; tiles: [Tile, Tile] }
  | { type: 'discard'; tile: Tile; ready: boolean }
  | { type: 'pass' }
  | { type: 'cancel_ready' };

export type ClientMessage =
  | { type: 'hello'; protocol: number; table: string | null; round: string | null; last: number | null; watch: boolean; level: Level | null }
  | { type: 'start'; ruleset: RuleSetSpec | null; contribution: string | null }
  | { type: 'contribute'; contribution: string }
  | { type: 'act'; decision: number | null; action: Action }
  | { type: 'autopilot'; on: boolean }
  | { type: 'leave' }
  | { type: 'dissolve'; on: boolean }
  | { type: 'fill'; seat: Seat; on: boolean }
  | { type: 'say'; phrase: Phrase }
  | { type: 'hint'; decision: number | null };

/** All that one can say to the others. */
export type Phrase = Say['phrase'];

/** Why something was refused. A server may be newer than the page, and have more reasons. */
export type ErrorCode = Refused['code'];

export interface Player {
  kind: 'player' | 'bot' | 'free';
  name: string;
  connected: boolean;
  autopilot: boolean;
  /** For the next round. */
  ready: boolean;
  /** A person's id. */
  account: string | null;
  /** Whether that account is a program's. */
  program: boolean;
  /** Whether the seat is given up at the end of the round. */
  leaving: boolean;
  /** In a coin room, of a person. */
  coins: number | null;
  rank_points: number | null;
  rank: string | null;
  /** Whether the person votes for the end of a friends' table. */
  dissolving: boolean;
}

/** Coins that a seat owed to another, and what it paid of them. */
export interface CoinClaim {
  to: Seat;
  owed: number;
  paid: number;
}

/** What a round in a coin room came to for one seat; a bot has neither balance nor rank. */
export interface SeatResult {
  coins: number;
  balance: number | null;
  gained: number;
  rank_points: number | null;
  rank_before: string | null;
  rank: string | null;
  /** Of who played, whoever has the seat now: a bot's is its kind, a deleted account has none. */
  name: string | null;
  bot: boolean;
  /** Coins a point, and what the points come to by them; the coins differ where somebody could not pay. */
  rate: number;
  due: number;
  /** Of who could not pay: the coins before the round, and what was owed, in the order in which it was paid. */
  had: number | null;
  short: CoinClaim[];
}

/** What a friends' table was opened with. */
export interface Friends {
  code: string;
  host: string;
  rounds: number;
  drawn: boolean;
  hints: boolean;
  watch: 'no' | 'hidden' | 'later';
}

/** How a friends' match came out; equal points share a place. */
export interface Standings {
  why: 'played' | 'dissolved';
  rounds: number;
  places: { seat: Seat; place: number; points: number }[];
}

/** Another table for those who sit at one whose match is over; `seat` is whose it is, here and there. */
export interface Rematch {
  table: string;
  code: string;
  seat: Seat;
}

/** Until when one may not play, in UTC milliseconds, and why. */
export interface Ban {
  until: number;
  reason: string;
}

/** Why the seat is somebody else's now. */
export type Freed = 'left' | 'broke' | 'gone';

export interface Match {
  ruleset: RuleSetSpec;
  round: number;
  circle: number;
  dealer: Seat;
  points: number[];
}

export type { DiscardHint, Hints, MeldHint, Prize, Prospect, Wait } from './generated';

export interface DiscardWaits {
  tile: Tile;
  waits: Wait[];
}

export type ServerMessage =
  | {
      type: 'welcome';
      protocol: number;
      version: string;
      seat: Seat;
      rulesets: string[];
      ruleset: RuleSetSpec;
      next_commitment: string;
      table: string;
      players: Player[];
      /** The coin room that the table belongs to. */
      room: string | null;
      friends: Friends | null;
      /** Whether one only looks on: then there is no own seat, and `seat` is 0. */
      watching: boolean;
      /** The round that is shown next, running or over; null where there is none. */
      round: string | null;
    }
  | {
      type: 'view';
      view: View;
      players: Player[];
      match: Match;
      commitment: string;
      next_commitment: string;
      round: string;
    }
  | { type: 'resumed'; round: string; last: number }
  | { type: 'event'; number: number | null; event: GameEvent }
  | { type: 'decision'; id: number; actions: Action[]; waits: DiscardWaits[]; win: Prize | null; seconds: number | null; reserve: number | null }
  | { type: 'waits'; waits: Wait[]; can_cancel_ready: boolean }
  | Hints
  | { type: 'seats'; players: Player[] }
  | { type: 'said'; seat: Seat; phrase: Phrase }
  | { type: 'seal'; commitment: string }
  | { type: 'round_over'; match: Match; record: string; next_commitment: string; results: SeatResult[] | null }
  | ({ type: 'standings' } & Standings)
  | ({ type: 'rematch' } & Rematch)
  | { type: 'freed'; why: Freed }
  | ({ type: 'banned' } & Ban)
  | { type: 'frozen'; message: string; record: string | null; why: 'fault' | 'operator' }
  | { type: 'draining'; message: string }
  | { type: 'error'; code: string; message: string; decision: number | null };
