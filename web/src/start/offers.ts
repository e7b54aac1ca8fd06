// The rule sets that can be chosen, the one that the server was started with first.

import type { RuleSetSpec } from '../wire/view';
import type { Words } from '../words/words';

export interface RuleSetOffer {
  key: string;
  spec: RuleSetSpec;
  name: string;
  line: string;
}

export function offersOf(names: readonly string[], offered: RuleSetSpec | null, words: Words): RuleSetOffer[] {
  const own = offered !== null && typeof offered !== 'string' ? [offered] : [];
  const offers = [...own, ...names].map((spec) => describe(spec, words));
  const first = offered === null ? '' : keyOf(offered);
  return offers.sort((a, b) => Number(b.key === first) - Number(a.key === first));
}

function describe(spec: RuleSetSpec, words: Words): RuleSetOffer {
  const base = typeof spec === 'string' ? spec : spec.base;
  const { name, line } = words.rulesets[base] ?? { name: base, line: '' };
  if (typeof spec === 'string') return { key: keyOf(spec), spec, name, line };
  const changes = Object.entries(spec.set).map(([field, value]) => `${field} = ${JSON.stringify(value)}`);
  return { key: keyOf(spec), spec, name: words.start.changed(name), line: changes.join(' · ') };
}

const keyOf = (spec: RuleSetSpec): string => (typeof spec === 'string' ? spec : JSON.stringify(spec));
