// What a table's rule set changes of the one it is made from, in plain words.

import type { Field, FieldValue, RuleSets } from '../rest/friends';
import type { RuleSetSpec } from '../wire/view';
import { friendsWords } from '../words/friends';
import type { LanguageName } from '../words/language.svelte';

export interface Told {
  field: string;
  /** Its rule in the rules' own text; empty for a field that is not known. */
  rule: string;
  title: string;
  value: string;
  /** What it is without the change; null where that is not known. */
  usual: string | null;
}

/** Every change, in the order in which the fields are listed; of one that is not known what can be told. */
export function tellChanges(spec: RuleSetSpec, known: RuleSets, language: LanguageName): Told[] {
  if (typeof spec === 'string') return [];
  const set = spec.set as { [field: string]: FieldValue };
  const usual = known.rulesets[spec.base] ?? {};
  const told = known.fields.flatMap((field) => {
    const value = set[field.name];
    const before = usual[field.name];
    if (value === undefined) return [];
    return [
      {
        field: field.name,
        rule: field.rule,
        title: field[language],
        value: tellValue(field, value, language),
        usual: before === undefined ? null : tellValue(field, before, language),
      },
    ];
  });
  const others = Object.keys(set).filter((name) => !known.fields.some((field) => field.name === name));
  return [...told, ...others.map((name) => ({ field: name, rule: '', title: name, value: String(set[name]), usual: null }))];
}

function tellValue(field: Field, value: FieldValue, language: LanguageName): string {
  const words = friendsWords[language];
  const part = (option: string): string => field.parts[field.options?.indexOf(option) ?? -1]?.[language] ?? option;
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return part(value);
  if (value.length === 0) return words.none;
  return value
    .map((one, at) => (typeof one === 'string' ? part(one) : `${field.parts[at]?.[language] ?? at + 1} ${one}`))
    .join(words.comma);
}
