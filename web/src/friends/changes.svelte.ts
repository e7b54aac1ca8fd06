// The fields of a rule set that the host has changed.

import type { FieldValue, RuleFields } from '../rest/friends';
import type { RuleSetSpec } from '../wire/view';

export class Changes {
  readonly base: string;
  readonly #values: RuleFields;
  set = $state.raw<RuleFields>({});

  constructor(base: string, values: RuleFields) {
    this.base = base;
    this.#values = values;
  }

  get count(): number {
    return Object.keys(this.set).length;
  }

  /** What is sent for it: the name alone where nothing is changed. */
  get spec(): RuleSetSpec {
    return this.count === 0 ? this.base : { base: this.base, set: this.set };
  }

  has(field: string): boolean {
    return field in this.#values;
  }

  value(field: string): FieldValue {
    return this.set[field] ?? this.#values[field] ?? 0;
  }

  changed(field: string): boolean {
    return field in this.set;
  }

  change(field: string, value: FieldValue): void {
    const { [field]: _, ...others } = this.set;
    const same = JSON.stringify(value) === JSON.stringify(this.#values[field]);
    this.set = same ? others : { ...others, [field]: value };
  }

  reset(): void {
    this.set = {};
  }
}
