// What the page says to who is handling the tiles: prompts, toggles, keys.

import type { ToggleName } from '../table/toggles.svelte';
import type { LanguageName } from './language.svelte';

export interface PlayWords {
  /** On the button for passing: one answer is for all that a discard could be claimed for. */
  passAll: string;
  total(points: number): string;
  close: string;
  toggles: string;
  /** On the toggle, in two lines, and what it does. */
  toggle: Record<ToggleName, { short: readonly [string, string]; line: string }>;
  hint: { short: readonly [string, string]; line: string };
  /** In the menu. */
  sorting: string;
  sortingLine: string;
  beginner: string;
  beginnerLine: string;
  discarding: string;
  way: { fitting: string; at_once: string; confirmed: string };
  shortcuts: string;
  keys: readonly { keys: readonly string[]; does: string }[];
  drawnAndDiscarded(name: string): string;
  /** The round of how many. */
  roundOf(circle: string, round: number, rounds: number): string;
}

const zh: PlayWords = {
  passAll: '这张都不要',
  total: (points) => `${points} 点`,
  close: '关闭',
  toggles: '自动',
  toggle: {
    win: { short: ['自动', '和牌'], line: '这一局能和就和' },
    no_claims: { short: ['不吃', '碰杠'], line: '这一局别人打的牌一律过，能和时仍然问你' },
    discard_drawn: { short: ['自动', '摸切'], line: '这一局摸什么打什么，能和、能杠时仍然问你' },
  },
  hint: { short: ['出牌', '提示'], line: '轮到你时，说明打哪张、要不要吃碰会怎样' },
  sorting: '自动理牌',
  sortingLine: '关掉后，手牌可以自己拖着摆。',
  beginner: '新手模式',
  beginnerLine: '说明每个按钮为什么出现',
  discarding: '出牌方式',
  way: { fitting: '鼠标单击，触屏点两下', at_once: '点一下就打', confirmed: '点两下才打' },
  shortcuts: '快捷键',
  keys: [
    { keys: ['←', '→'], does: '在手牌里移动' },
    { keys: ['Enter'], does: '打出选中的牌' },
    { keys: ['D'], does: '打出刚摸的牌' },
    { keys: ['C'], does: '吃' },
    { keys: ['P'], does: '碰' },
    { keys: ['K'], does: '杠' },
    { keys: ['R'], does: '听' },
    { keys: ['W'], does: '和' },
    { keys: ['X'], does: '过' },
    { keys: ['1', '…', '9'], does: '选第几组' },
    { keys: ['Esc'], does: '返回' },
    { keys: ['A'], does: '自动和牌' },
    { keys: ['N'], does: '不吃碰杠' },
    { keys: ['T'], does: '自动摸切' },
    { keys: ['H'], does: '出牌提示' },
    { keys: ['S'], does: '自动理牌' },
    { keys: ['Shift', '←', '→'], does: '不自动理牌时，挪动选中的牌' },
    { keys: ['?'], does: '这张表' },
  ],
  drawnAndDiscarded: (name) => `${name}，摸切`,
  roundOf: (circle, round, rounds) => `${circle}风圈 · ${round} / ${rounds} 局`,
};

const en: PlayWords = {
  passAll: 'None of it: pass this discard',
  total: (points) => (points === 1 ? '1 pt' : `${points} pts`),
  close: 'Close',
  toggles: 'Automatic',
  toggle: {
    win: { short: ['Auto', 'win'], line: 'Win whenever possible, this round' },
    no_claims: { short: ['No', 'claims'], line: 'Pass on all discards this round; you are still asked when you can win' },
    discard_drawn: { short: ['Toss', 'drawn'], line: 'Discard what you draw, this round; you are still asked when you can win or kong' },
  },
  hint: { short: ['Show', 'hints'], line: 'When it is your choice, show what each discard or claim leads to' },
  sorting: 'Sort the hand',
  sortingLine: 'Without it you drag the tiles to where you want them.',
  beginner: "Beginner's mode",
  beginnerLine: 'Says why each button is there',
  discarding: 'To discard',
  way: { fitting: 'Click, or tap twice', at_once: 'One click or tap', confirmed: 'Two clicks or taps' },
  shortcuts: 'Keys',
  keys: [
    { keys: ['←', '→'], does: 'move along the hand' },
    { keys: ['Enter'], does: 'discard the tile' },
    { keys: ['D'], does: 'discard the drawn tile' },
    { keys: ['C'], does: 'chow' },
    { keys: ['P'], does: 'pung' },
    { keys: ['K'], does: 'kong' },
    { keys: ['R'], does: 'ready' },
    { keys: ['W'], does: 'win' },
    { keys: ['X'], does: 'pass' },
    { keys: ['1', '…', '9'], does: 'choose a set' },
    { keys: ['Esc'], does: 'back' },
    { keys: ['A'], does: 'automatic win' },
    { keys: ['N'], does: 'no claims' },
    { keys: ['T'], does: 'toss the drawn tile' },
    { keys: ['H'], does: 'hints' },
    { keys: ['S'], does: 'sort the hand' },
    { keys: ['Shift', '←', '→'], does: 'move the tile, where the hand is not sorted' },
    { keys: ['?'], does: 'this list' },
  ],
  drawnAndDiscarded: (name) => `${name}, drawn and discarded`,
  roundOf: (circle, round, rounds) => `${circle} · round ${round} of ${rounds}`,
};

export const playWords: Record<LanguageName, PlayWords> = { zh, en };
