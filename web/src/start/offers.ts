// The rule sets that can be chosen, the one that the server was started with first.

import type { RuleSetSpec } from '../wire/view';
import type { Words } from '../words/words';

export interface RuleSetOffer {
  key: string;
  spec: RuleSetSpec;
  name: string;
  /** What is to say of the one it is made from. */
  line: string;
}

export function offersOf(names: readonly string[], offered: RuleSetSpec | null, words: Words): RuleSetOffer[] {
  const own = offered !== null && typeof offered !== 'string' ? [offered] : [];
  const offers = [...own, ...names].map((spec) => describe(spec, words));
  const first = offered === null ? '' : keyOf(offered);
  return offers.sort((a, b) => Number(b.key === first) - Number(a.key === first));
}

/** What a rule set is called, and whether it has changes of its own. */
export function titleOf(spec: RuleSetSpec, words: Words): string {
  const base = typeof spec === 'string' ? spec : spec.base;
  const name = words.rulesets[base]?.name ?? base;
  return typeof spec === 'string' ? name : words.start.changed(name);
}

function describe(spec: RuleSetSpec, words: Words): RuleSetOffer {
  const base = typeof spec === 'string' ? spec : spec.base;
  return { key: keyOf(spec), spec, name: titleOf(spec, words), line: words.rulesets[base]?.line ?? '' };
}

const keyOf = (spec: RuleSetSpec): string => (typeof spec === 'string' ? spec : JSON.stringify(spec));
