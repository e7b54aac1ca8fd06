// Messages of a server, as far as a test does not care.

import type { Player, ServerMessage } from '../src/wire/protocol';

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
