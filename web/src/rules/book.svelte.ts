// What the rules say, in the language of the page: nothing as long as the server has not told it.

import { rulesOf, type Explanations, type Wording } from '../rest/rules';
import type { RuleSetSpec } from '../wire/view';
import { language } from '../words/language.svelte';

export class RuleBook {
  #known = $state.raw<Explanations>(new Map());

  /** Made while a component is; reads again when `specs` gives other rule sets. */
  constructor(specs: () => readonly RuleSetSpec[]) {
    $effect(() => {
      let current = true;
      void Promise.all(specs().map(rulesOf)).then(
        (all) => {
          if (current) this.#known = new Map(all.flatMap((one) => [...one]));
        },
        // What is on the sheet stands without them.
        () => undefined,
      );
      return () => (current = false);
    });
  }

  of(rule: string): Wording | null {
    return this.#known.get(rule)?.[language.name] ?? null;
  }
}
