// Messages of a server, as far as a test does not care.

import type { Action, Player, ServerMessage } from '../src/wire/protocol';
import type { View } from '../src/wire/view';

export const person = (name: string, other: Partial<Player> = {}): Player => ({
  kind: 'player',
  name,
  connected: true,
  autopilot: false,
  ready: false,
  account: null,
  program: false,
  leaving: false,
  coins: null,
  rank_points: null,
  rank: null,
  dissolving: false,
  ...other,
});

export const welcome = (players: Player[], other: Partial<Extract<ServerMessage, { type: 'welcome' }>> = {}): ServerMessage => ({
  type: 'welcome',
  protocol: 1,
  version: '1',
  seat: 1,
  rulesets: ['standard'],
  ruleset: 'standard',
  next_commitment: 'c1',
  table: 't1',
  players,
  room: null,
  friends: null,
  watching: false,
  round: null,
  ...other,
});

export const view = (shown: View): ServerMessage => ({
  type: 'view',
  view: shown,
  players: [],
  match: { ruleset: 'standard', round: 1, circle: 1, dealer: 0, points: [0, 0, 0, 0] },
  commitment: 'aa',
  next_commitment: 'bb',
  round: 'r1',
});

export const decision = (id: number, ...actions: Action[]): ServerMessage => ({
  type: 'decision',
  id,
  actions,
  waits: [],
  win: null,
  seconds: null,
  reserve: null,
});
