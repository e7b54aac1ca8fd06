// What each rule says under a rule set: a name, a sentence, and what goes on from there.

import type { RuleSetSpec } from '../wire/view';
import type { LanguageName } from '../words/language.svelte';
import { ask } from './ask';

export interface Wording {
  name: string;
  sentence: string;
  more: string[];
}

/** A rule by its id; `tai` are its figures, none where it gives no tai by itself. */
export interface Explanation extends Record<LanguageName, Wording> {
  rule: string;
  tai: number[];
}

export type Explanations = ReadonlyMap<string, Explanation>;

const known = new Map<string, Promise<Explanations>>();

/** Every rule that a rule set has; asked for until it has been told, for it stays as it is. */
export function rulesOf(spec: RuleSetSpec): Promise<Explanations> {
  const text = typeof spec === 'string' ? spec : JSON.stringify(spec);
  let asked = known.get(text);
  if (asked === undefined) {
    asked = ask<{ rules: Explanation[] }>('GET', `api/rules?ruleset=${encodeURIComponent(text)}`).then(
      ({ rules }) => new Map(rules.map((one) => [one.rule, one])),
    );
    known.set(text, asked);
    asked.catch(() => known.delete(text));
  }
  return asked;
}
