// The language the page speaks: the one its address asks for, else the one chosen last, else the browser's.

import { en } from './en';
import type { Words } from './words';
import { zh } from './zh';

const LANGUAGES = { zh, en };
const KEY = 'taipao.language';

export type LanguageName = keyof typeof LANGUAGES;

class Language {
  name = $state<LanguageName>(preferred());
  /** Whether the page shows a table at which nobody is "you". */
  watching = $state(false);

  readonly #words = $derived.by((): Words => {
    const words = LANGUAGES[this.name];
    return this.watching ? { ...words, places: words.placesSeen, watching: true } : words;
  });

  get words(): Words {
    return this.#words;
  }

  toggle(): void {
    this.name = this.name === 'zh' ? 'en' : 'zh';
    remember(this.name);
    // The address would win over the choice when the page is loaded again.
    const address = new URL(location.href);
    address.searchParams.delete('lang');
    history.replaceState(null, '', address);
  }
}

function preferred(): LanguageName {
  const asked = new URLSearchParams(location.search).get('lang');
  for (const name of [asked, recall()]) {
    if (name === 'zh' || name === 'en') return name;
  }
  return navigator.language.toLowerCase().startsWith('zh') ? 'zh' : 'en';
}

// A browser may forbid pages to keep anything; the choice then lasts as long as the page.
function recall(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function remember(name: LanguageName): void {
  try {
    localStorage.setItem(KEY, name);
  } catch {
    return;
  }
}

export const language = new Language();
