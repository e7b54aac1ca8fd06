// How strong computer players are, wherever that is chosen or shown.

import type { Level } from '../preferences/level';
import type { LanguageName } from './language.svelte';

export interface LevelWords {
  /** What is chosen. */
  title: string;
  levels: Record<Level, string>;
}

export const levelWords: Record<LanguageName, LevelWords> = {
  zh: { title: '电脑水平', levels: { easy: '简单', normal: '普通', hard: '困难' } },
  en: { title: 'Level of the computer', levels: { easy: 'Easy', normal: 'Normal', hard: 'Hard' } },
};
