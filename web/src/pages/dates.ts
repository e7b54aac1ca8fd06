// Times as the pages write them: the reader's own clock, in the page's language.

import type { LanguageName } from '../words/language.svelte';

const LOCALES: Record<LanguageName, string> = { zh: 'zh-CN', en: 'en-GB' };

/** The day of a time in UTC milliseconds. */
export const dayOf = (time: number, language: LanguageName): string => new Intl.DateTimeFormat(LOCALES[language]).format(time);

/** The day and the minute of a time in UTC milliseconds. */
export const dateOf = (time: number, language: LanguageName): string =>
  new Intl.DateTimeFormat(LOCALES[language], {
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  }).format(time);
