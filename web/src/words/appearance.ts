// What is said where the look of the page is chosen.

import type { LanguageName } from './language.svelte';

interface AppearanceWords {
  title: string;
  theme: string;
  themes: Record<'system' | 'light' | 'dark', string>;
  palette: string;
  palettes: Record<'usual' | 'distinct', string>;
  numerals: string;
  turn: string;
  dismiss: string;
}

export const appearanceWords: Record<LanguageName, AppearanceWords> = {
  zh: {
    title: '外观',
    theme: '明暗',
    themes: { system: '跟随系统', light: '浅色', dark: '深色' },
    palette: '配色',
    palettes: { usual: '红绿', distinct: '橙蓝（色弱适用）' },
    numerals: '牌角标数字和字母',
    turn: '手机横过来打更舒服',
    dismiss: '知道了',
  },
  en: {
    title: 'Appearance',
    theme: 'Theme',
    themes: { system: 'As the system', light: 'Light', dark: 'Dark' },
    palette: 'Colours',
    palettes: { usual: 'Red and green', distinct: 'Orange and blue' },
    numerals: 'Numbers in the corners of tiles',
    turn: 'Better with the phone held sideways',
    dismiss: 'Got it',
  },
};
