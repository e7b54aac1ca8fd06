// Friends' tables: what they can be opened with.

import type { Level } from '../preferences/level';
import { randomHex } from '../shared/random';
import type { RuleSetSpec } from '../wire/view';
import type { LanguageName } from '../words/language.svelte';
import { ask, askAsGuest } from './ask';

export type FieldValue = number | boolean | string | number[] | string[];

/** The values of a rule set by field; `tai.ID` is the tai of a rule. */
export type RuleFields = { [field: string]: FieldValue };

/** What something is called in both languages. */
export type Named = Record<LanguageName, string>;

/** What a field may be, and what it is called: a number, or each of several, has a range, a choice and a list have options. */
export interface Field extends Named {
  name: string;
  type: 'number' | 'numbers' | 'flag' | 'choice' | 'list';
  rule: string;
  min: number | null;
  max: number | null;
  options: string[] | null;
  /** Names of the options, or of the figures of several numbers. */
  parts: Named[];
}

export interface RuleSets {
  rulesets: { [name: string]: RuleFields };
  fields: Field[];
}

export interface NewFriendsTable {
  ruleset: RuleSetSpec;
  rounds: number;
  seconds: number;
  reserve: number;
  hints: boolean;
  seats: 'chosen' | 'drawn';
  bots: number;
  /** Of the bots, also of those that have a seat later. */
  level: Level;
  watch: 'no' | 'hidden' | 'later';
}

/** Open a table for another match of those who sit at one; asked for again, by anybody there, it is the same. */
export const openRematch = (table: string): Promise<{ id: string; code: string }> =>
  ask('POST', `api/tables/${encodeURIComponent(table)}/rematch`);

const ID_BYTES = 12;

export const ruleSets = (): Promise<RuleSets> => ask('GET', 'api/rulesets');

let known: RuleSets | null = null;

/** The same, asked for until it has been told: it stays as it is while the page is open. */
export const ruleSetsOnce = async (): Promise<RuleSets> => (known ??= await ruleSets());

/** What was asked for last, and by which id: asked for again after an answer that was lost, it is the same table. */
let asked = { id: '', table: '' };

export async function openTable(table: NewFriendsTable): Promise<{ id: string; code: string }> {
  const wanted = JSON.stringify(table);
  if (asked.table !== wanted) asked = { id: randomHex(ID_BYTES), table: wanted };
  const opened = await askAsGuest<{ id: string; code: string }>('POST', 'api/friends', { ...table, id: asked.id });
  asked = { id: '', table: '' };
  return opened;
}
