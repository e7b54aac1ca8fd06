// The messages of the table's socket (docs/protocol.md).

import type { GameEvent } from './events';
import type { Refused } from './generated';
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
  | { type: 'hello'; protocol: number; table: string | null; round: string | null; last: number | null }
  | { type: 'start'; ruleset: RuleSetSpec | null; contribution: string | null }
  | { type: 'contribute'; contribution: string }
  | { type: 'act'; decision: number | null; action: Action }
  | { type: 'autopilot'; on: boolean };

/** Why something was refused. A server may be newer than the page, and have more reasons. */
export type ErrorCode = Refused['code'];

export interface Player {
  kind: 'player' | 'bot' | 'free';
  name: string;
  connected: boolean;
  autopilot: boolean;
  /** For the next round. */
  ready: boolean;
}

export interface Match {
  ruleset: RuleSetSpec;
  round: number;
  circle: number;
  dealer: Seat;
  points: number[];
}

export interface Wait {
  tile: Tile;
  unseen: number;
  self_draw: number;
  discard: number;
}

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
  | { type: 'decision'; id: number; actions: Action[]; waits: DiscardWaits[]; seconds: number | null; reserve: number | null }
  | { type: 'waits'; waits: Wait[]; can_cancel_ready: boolean }
  | { type: 'seats'; players: Player[] }
  | { type: 'seal'; commitment: string }
  | { type: 'round_over'; match: Match; record: string; next_commitment: string }
  | { type: 'frozen'; message: string; record: string | null }
  | { type: 'draining'; message: string }
  | { type: 'error'; code: string; message: string; decision: number | null };
