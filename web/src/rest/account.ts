// Who one is: signing in and out, the own coins, and what became of them.

import { ask, askAsGuest } from './ask';

export interface Ban {
  reason: string;
  /** UTC milliseconds. */
  until: number;
}

/** What the server gives somebody new to begin with. */
export const SIGNUP_COINS = 30_000;

export interface Me {
  id: string;
  name: string;
  kind: 'guest' | 'member' | 'bot' | 'alone';
  coins: number;
  rank_points: number;
  rank: string;
  /** The table at which one plays now. */
  table: string | null;
  /** Whether coins may be had for nothing today. */
  refill: boolean;
  banned: Ban | null;
}

export type EntryKind = 'signup' | 'refill' | 'round' | 'correction' | 'deletion';

export interface LedgerLine {
  id: number;
  kind: EntryKind;
  amount: number;
  balance: number;
  /** UTC milliseconds. */
  made: number;
  round: string | null;
  /** Where the round's record is. */
  record: string | null;
  note: string | null;
}

export interface LedgerPage {
  lines: LedgerLine[];
  /** Where older lines begin, null if there are none. */
  before: number | null;
}

export interface Credentials {
  name: string;
  password: string;
}

export const becomeGuest = (): Promise<unknown> => ask('POST', 'api/guest');
export const me = (): Promise<Me> => ask('GET', 'api/me');
export const keepAccount = (credentials: Credentials): Promise<unknown> => askAsGuest('POST', 'api/account', credentials);
export const signIn = (credentials: Credentials): Promise<unknown> => ask('POST', 'api/session', credentials);
export const signOut = (): Promise<unknown> => ask('DELETE', 'api/session');
export const signOutEverywhere = (): Promise<unknown> => ask('DELETE', 'api/sessions');
export const changePassword = (old: string, chosen: string): Promise<unknown> =>
  ask('POST', 'api/password', { old, new: chosen });
export const deleteAccount = (password: string): Promise<unknown> => ask('DELETE', 'api/account', { password });
export const refill = (): Promise<{ coins: number }> => ask('POST', 'api/refill');
export const ledger = (before: number | null): Promise<LedgerPage> =>
  ask('GET', before === null ? 'api/ledger' : `api/ledger?before=${before}`);
