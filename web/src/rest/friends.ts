// Friends' tables: what they can be opened with.

import type { RuleSetSpec } from '../wire/view';
import { ask, askAsGuest } from './ask';

export type FieldValue = number | boolean | string | number[] | string[];

/** The values of a rule set by field; `tai.ID` is the tai of a rule. */
export type RuleFields = { [field: string]: FieldValue };

/** What a field may be: a number has a range, a word is one of its options, a list holds some of them. */
export interface FieldRange {
  min?: number | null;
  max?: number | null;
  options?: string[] | null;
}

export interface RuleSets {
  rulesets: { [name: string]: RuleFields };
  fields: { [field: string]: FieldRange };
}

export interface NewFriendsTable {
  ruleset: RuleSetSpec;
  rounds: number;
  seconds: number;
  reserve: number;
  hints: boolean;
  seats: 'chosen' | 'drawn';
  bots: number;
  watch: 'no' | 'hidden' | 'later';
}

export async function ruleSets(): Promise<RuleSets> {
  const { fields, ...rulesets } = await ask<{ fields: RuleSets['fields'] }>('GET', 'api/rulesets');
  return { fields, rulesets };
}

export const openTable = (table: NewFriendsTable): Promise<{ id: string; code: string }> =>
  askAsGuest('POST', 'api/friends', table);
