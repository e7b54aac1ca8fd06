// Written by tools/protocol_ts.py from the server's own types. Do not edit: run it again.

import type { Tile } from './tiles';

export interface Act {
  type: 'act';
  action: Win | Kong | Pung | Chow | Discard | Pass | CancelReady;
  decision: number | null;
}

export interface AddedKongDeclared {
  type: 'added_kong_declared';
  seat: number;
  tile: Tile;
}

export interface Autopilot {
  type: 'autopilot';
  on: boolean;
}

export interface Banned {
  type: 'banned';
  until: number;
  reason: string;
}

export interface BonusSetAside {
  type: 'bonus_set_aside';
  seat: number;
  tiles: Tile[];
}

export interface CancelReady {
  type: 'cancel_ready';
}

export interface Chow {
  type: 'chow';
  tiles: [Tile, Tile];
}

export interface ChowMade {
  type: 'chow_made';
  seat: number;
  source: number;
  tile: Tile;
  tiles: [Tile, Tile, Tile];
}

export type ClientMessage =
  | Hello
  | Start
  | Act
  | Autopilot
  | Contribute
  | Leave
  | Dissolve
  | Fill
  | Say
  | Hint;

export interface CoinClaim {
  to: number;
  owed: number;
  paid: number;
}

export interface Contribute {
  type: 'contribute';
  contribution: string;
}

export interface Dealt {
  type: 'dealt';
  dealer: number;
  indicators: [Tile, Tile];
  hands: (Tile[] | null)[];
  limit: number;
}

export interface Decision {
  type: 'decision';
  id: number;
  actions: (Win | Kong | Pung | Chow | Discard | Pass | CancelReady)[];
  waits: DiscardWaits[];
  seconds: number | null;
  reserve: number | null;
  win: Prize | null;
}

export interface Discard {
  type: 'discard';
  tile: Tile;
  ready: boolean;
}

export interface DiscardHint {
  tile: Tile;
  best: boolean;
  leaves: Prospect;
}

export interface DiscardWaits {
  tile: Tile;
  waits: Wait[];
}

export interface Discarded {
  type: 'discarded';
  seat: number;
  tile: Tile;
  drawn: boolean;
}

export interface Dissolve {
  type: 'dissolve';
  on: boolean;
}

export interface Draining {
  type: 'draining';
  message: string;
}

export interface Drawn {
  type: 'drawn';
  seat: number;
  end: 'head' | 'tail';
  why: 'bonus' | 'kong' | 'opening' | 'share_out' | 'turn';
  after: 'bonus' | 'concealed_kong' | 'exposed_kong' | null;
  kong_tile: Tile | null;
  tile: Tile | null;
}

export interface Due {
  payer: number;
  receiver: number;
  rule: 'S2' | 'S3';
  points: number;
  factor: number;
}

export interface Fill {
  type: 'fill';
  seat: number;
  on: boolean;
}

export interface Freed {
  type: 'freed';
  why: 'broke' | 'gone' | 'left';
}

export interface Friends {
  code: string;
  host: string;
  rounds: number;
  drawn: boolean;
  hints: boolean;
  watch: 'hidden' | 'later' | 'no';
}

export interface Frozen {
  type: 'frozen';
  message: string;
  record: string | null;
  why: 'fault' | 'operator';
}

export interface Happened {
  type: 'event';
  number: number | null;
  event: Dealt | OpeningKongMade | BonusSetAside | Drawn | PlayBegan | ReadyDeclared | ReadyNoted | ReadyCancelled | Discarded | ChowMade | PungMade | KongMade | AddedKongDeclared | ShareOutBegan | Won | RoundEnded;
}

export interface Hello {
  type: 'hello';
  protocol: number;
  table: string | null;
  round: string | null;
  last: number | null;
  watch: boolean;
  level: 'easy' | 'hard' | 'normal' | null;
}

export interface Hint {
  type: 'hint';
  decision: number | null;
}

export interface Hints {
  type: 'hints';
  decision: number | null;
  distance: number;
  hand: Prospect | null;
  discards: DiscardHint[];
  melds: MeldHint[];
  no_win: 'claimed' | 'far' | 'other' | null;
}

export interface Item {
  rule: string;
  tai: number;
  zh: string;
  en: string;
}

export interface Kong {
  type: 'kong';
  tile: Tile;
}

export interface KongMade {
  type: 'kong_made';
  seat: number;
  kind: 'added_kong' | 'concealed_kong' | 'exposed_kong';
  tile: Tile;
  source: number | null;
  limit: number;
}

export interface Leave {
  type: 'leave';
}

export interface MatchState {
  ruleset: string | { base: string; set: Record<string, unknown> };
  round: number;
  circle: number;
  dealer: number;
  points: number[];
}

export interface MeldHint {
  action: Win | Kong | Pung | Chow | Discard | Pass | CancelReady;
  kind: 'added_kong' | 'bonus_kong' | 'chow' | 'concealed_kong' | 'exposed_kong' | 'pung';
  discard: Tile | null;
  leaves: Prospect;
}

export interface Offer {
  tile: Tile;
  source: number;
  kind: 'added_kong' | 'discard';
}

export interface OpenMeld {
  kind: 'added_kong' | 'bonus_kong' | 'chow' | 'concealed_kong' | 'exposed_kong' | 'pung';
  tiles: Tile[];
  tile: Tile | null;
  source: number | null;
}

export interface OpeningKongMade {
  type: 'opening_kong_made';
  seat: number;
  tiles: Tile[] | null;
  limit: number;
}

export interface Pass {
  type: 'pass';
}

export interface Place {
  seat: number;
  place: number;
  points: number;
}

export interface PlayBegan {
  type: 'play_began';
  seat: number;
}

export interface Player {
  kind: 'bot' | 'free' | 'player';
  name: string;
  connected: boolean;
  autopilot: boolean;
  ready: boolean;
  account: string | null;
  program: boolean;
  leaving: boolean;
  coins: number | null;
  rank_points: number | null;
  rank: string | null;
  dissolving: boolean;
}

export interface Prize {
  shape: 'kill_pig' | 'sets';
  tai: number;
  total: number;
  points: number;
}

export interface Prospect {
  distance: number;
  unseen: number;
  useful: Useful[];
  waits: Wait[];
}

export interface Pung {
  type: 'pung';
}

export interface PungMade {
  type: 'pung_made';
  seat: number;
  source: number;
  tile: Tile;
}

export interface ReadyCancelled {
  type: 'ready_cancelled';
  seat: number;
}

export interface ReadyDeclared {
  type: 'ready_declared';
  seat: number;
}

export interface ReadyNoted {
  type: 'ready_noted';
  seat: number;
}

export interface Refused {
  type: 'error';
  code: 'already_answered' | 'already_greeted' | 'bad_message' | 'bad_ruleset' | 'draining' | 'fixed_ruleset' | 'frozen' | 'hello_expected' | 'hints_busy' | 'illegal' | 'leaving' | 'match_begun' | 'match_over' | 'no_hints' | 'no_match' | 'no_round' | 'no_table' | 'not_alone' | 'not_friends' | 'not_host' | 'not_in_room' | 'not_watched' | 'other_seat' | 'replaced' | 'round_running' | 'stale_decision' | 'too_fast' | 'too_late' | 'watching' | 'wrong_protocol';
  message: string;
  decision: number | null;
}

export interface Rematch {
  type: 'rematch';
  table: string;
  code: string;
  seat: number;
}

export interface Resumed {
  type: 'resumed';
  round: string;
  last: number;
}

export interface RiverTile {
  tile: Tile;
  drawn: boolean;
  taken: boolean;
}

export interface RoundEnded {
  type: 'round_ended';
  winner: number | null;
  hands: Tile[][];
  hidden: Tile[][][];
  sheets: Sheet[] | null;
  payments: number[][];
  points: number[];
  next_dealer: number;
  dues?: Due[];
}

export interface RoundOver {
  type: 'round_over';
  match: MatchState;
  record: string;
  next_commitment: string;
  results: SeatResult[] | null;
}

export interface RunnerUp {
  tai: number;
  total: number;
  items: Item[];
  reading: SheetReading | null;
}

export interface Said {
  type: 'said';
  seat: number;
  phrase: 'amazed' | 'crying' | 'hello' | 'hurry' | 'laughing' | 'let_me_think' | 'one_more' | 'smiling' | 'so_close' | 'sweating' | 'thanks' | 'well_played' | 'what_luck' | 'winking';
}

export interface Say {
  type: 'say';
  phrase: 'amazed' | 'crying' | 'hello' | 'hurry' | 'laughing' | 'let_me_think' | 'one_more' | 'smiling' | 'so_close' | 'sweating' | 'thanks' | 'well_played' | 'what_luck' | 'winking';
}

export interface Seal {
  type: 'seal';
  commitment: string;
}

export interface SeatBoard {
  size: number;
  river: RiverTile[];
  melds: OpenMeld[];
  bonus: Tile[];
  ready: boolean;
}

export interface SeatResult {
  coins: number;
  balance: number | null;
  gained: number;
  rank_points: number | null;
  rank_before: string | null;
  rank: string | null;
  name: string | null;
  bot: boolean;
  rate: number;
  due: number;
  had: number | null;
  short: CoinClaim[];
}

export interface Seats {
  type: 'seats';
  players: Player[];
}

export type ServerMessage =
  | Welcome
  | Whole
  | Resumed
  | Happened
  | Decision
  | Waits
  | Hints
  | Seats
  | Said
  | Seal
  | RoundOver
  | Standings
  | Rematch
  | Freed
  | Banned
  | Frozen
  | Draining
  | Refused;

export interface ShareOutBegan {
  type: 'share_out_began';
  seat: number;
}

export interface Sheet {
  role: 'non_winner' | 'winner';
  shape: 'kill_pig' | 'sets' | null;
  tai: number;
  doubled: boolean;
  total: number;
  items: Item[];
  reading: SheetReading | null;
  runner_up: RunnerUp | null;
}

export interface SheetReading {
  sets: string[];
  pair: string;
  wilds: WildUse[];
}

export interface Standings {
  type: 'standings';
  why: 'dissolved' | 'played';
  rounds: number;
  places: Place[];
}

export interface Start {
  type: 'start';
  ruleset: string | { base: string; set: Record<string, unknown> } | null;
  contribution: string | null;
}

export interface Useful {
  tile: Tile;
  unseen: number;
}

export interface Wait {
  tile: Tile;
  unseen: number;
  self_draw: number;
  discard: number;
  self_draw_tai: number;
  discard_tai: number;
}

export interface Waits {
  type: 'waits';
  waits: Wait[];
  can_cancel_ready: boolean;
}

export interface Welcome {
  type: 'welcome';
  version: string;
  seat: number;
  rulesets: string[];
  ruleset: string | { base: string; set: Record<string, unknown> };
  next_commitment: string;
  table: string;
  players: Player[];
  room: string | null;
  friends: Friends | null;
  watching: boolean;
  round: string | null;
  protocol: number;
}

export interface Whole {
  type: 'view';
  view: WireView;
  players: Player[];
  match: MatchState;
  commitment: string;
  next_commitment: string;
  round: string;
}

export interface WildUse {
  tile: Tile;
  as: Tile;
}

export interface Win {
  type: 'win';
}

export interface WireView {
  number: number;
  seat: number;
  ruleset: string | { base: string; set: Record<string, unknown> };
  dealer: number;
  indicators: Tile[];
  wild: Tile[];
  left: number;
  limit: number;
  phase: 'claims' | 'ended' | 'opening' | 'share_out' | 'turn';
  turn: number;
  offer: Offer | null;
  seats: SeatBoard[];
  hand: Tile[];
  drawn: Tile | null;
  hidden: Tile[][];
  ready: boolean;
  won: Won | null;
  result: RoundEnded | null;
}

export interface Won {
  type: 'won';
  seat: number;
  by: 'discard' | 'robbed_kong' | 'self_draw';
  tile: Tile;
  source: number | null;
  after: 'bonus' | 'concealed_kong' | 'exposed_kong' | null;
  kong_tile: Tile | null;
  opening: 'earthly' | 'heavenly' | null;
  share_out: boolean;
  ready: boolean;
}
