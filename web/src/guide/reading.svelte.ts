// What the guide shows: a rule set, perhaps with changes of one's own, and what the server tells of it.

import { Changes } from '../friends/changes.svelte';
import { refusalOf, type Refusal } from '../rest/ask';
import { ruleSetsOnce, type FieldValue, type RuleFields, type RuleSets } from '../rest/friends';
import { guideTo, type Guide } from '../rest/guide';
import type { RuleSetSpec } from '../wire/view';

const formOf = (value: unknown): string => (Array.isArray(value) ? value.map((one) => typeof one).join() : typeof value);

/** Whether a value is of the form of another; a list of names may have any of them. */
const sameForm = (value: FieldValue, usual: FieldValue | undefined): boolean =>
  formOf(value) === formOf(usual) || (Array.isArray(usual) && Array.isArray(value) && [...value, ...usual].every((one) => typeof one === 'string'));

/** While figures are typed the server is not asked for each digit. */
const PAUSE_MS = 350;

export class Reading {
  sets = $state.raw<RuleSets | null>(null);
  changes = $state.raw<Changes | null>(null);
  guide = $state.raw<Guide | null>(null);
  refused = $state.raw<Refusal | null>(null);
  /** The rule set that is shown; null until the server has said which there are. */
  readonly spec = $derived(this.changes?.spec ?? null);
  #turn = 0;

  /** Find out which rule sets there are, and begin with one of them or with that of a table. */
  async open(first: RuleSetSpec | null): Promise<void> {
    this.refused = null;
    try {
      this.sets = await ruleSetsOnce();
    } catch (fault) {
      this.refused = refusalOf(fault);
      return;
    }
    this.choose(first ?? Object.keys(this.sets.rulesets)[0] ?? '');
  }

  /** Ask again for what was refused; the rule set that one reads of, and its changes, stay. */
  async again(first: RuleSetSpec | null): Promise<void> {
    await (this.spec === null ? this.open(first) : this.read(this.spec));
  }

  /** Take a rule set; one that there is not, from an address, is the first, and what a field cannot be is left out. */
  choose(spec: RuleSetSpec): void {
    const rulesets = this.sets?.rulesets ?? {};
    const named = typeof spec === 'string' ? spec : spec.base;
    const base = named in rulesets ? named : (Object.keys(rulesets)[0] ?? named);
    const usual = rulesets[base] ?? {};
    const changes = new Changes(base, usual);
    if (typeof spec !== 'string') {
      changes.set = Object.fromEntries(Object.entries(spec.set as RuleFields).filter(([field, value]) => sameForm(value, usual[field])));
    }
    this.changes = changes;
  }

  /** Ask for the guide to a rule set; what is asked for later counts. */
  async read(spec: RuleSetSpec): Promise<void> {
    const turn = ++this.#turn;
    if (this.guide !== null) await new Promise((done) => setTimeout(done, PAUSE_MS));
    if (turn !== this.#turn) return;
    try {
      const guide = await guideTo(spec);
      if (turn !== this.#turn) return;
      this.guide = guide;
      this.refused = null;
    } catch (fault) {
      if (turn === this.#turn) this.refused = refusalOf(fault);
    }
  }
}
