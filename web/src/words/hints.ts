// What is said to who wants help: hints, and what a beginner is told.

import type { Place } from '../game/seating';
import type { LanguageName } from './language.svelte';

export type Stop = 'wild' | 'centre' | 'prompts';

export interface HintWords {
  thinking: string;
  failed: string;
  askAgain: string;
  chooseDiscard: string;
  chooseClaim: string;
  best: string;
  /** How far a hand is: 0 is ready, -1 has the winning shape. */
  toGo(distance: number): string;
  /** How many unseen tiles bring it nearer, or win. */
  helps(count: number): string;
  wins(count: number): string;
  /** The most that one of the waits comes to, drawn and discarded by somebody. */
  upTo(selfDraw: number, discard: number): string;
  /** Between the parts of what is heard. */
  pause: string;
  /** Discards and claims, and what they leave, for who hears it. */
  discarding(tile: string): string;
  passing: string;
  thenDiscard(tile: string): string;

  offer: string;
  offerLine: string;
  accept: string;
  decline: string;
  choices: string;
  discard: string;
  /** Whom a tile comes from, within a sentence. */
  who: Record<Place, string>;
  /** `sets`: the own tiles of each chow that there is to choose from. */
  chow(sets: readonly string[], source: string, tile: string): string;
  /** Between two things said of one button. */
  clause: string;
  pung(source: string, tile: string): string;
  kong: {
    claimed(source: string, tile: string): string;
    concealed(tile: string): string;
    added(tile: string): string;
    own(tile: string): string;
  };
  ready(tile: string, waits: string): string;
  readyAmong(tiles: string): string;
  win: {
    drawn: string;
    discarded(source: string, tile: string): string;
    robbed(source: string, tile: string): string;
    killPig: string;
  };
  prize(tai: number, total: number, points: number): string;
  pass: { claims: string; turn: string; share_out: string };
  nearer(before: string, after: string): string;
  why: string;
  whyNot: { far(distance: number): string; other(tile: string): string; claimed: string };

  tour: string;
  stops: Record<Stop, { title: string; text(told: { wild: string; turned: string; left: number }): string }>;
  next: string;
  done: string;
}

const zhToGo = (distance: number): string =>
  distance < 0 ? '已成牌型' : distance === 0 ? '听牌' : `差 ${distance} 张听`;

const zh: HintWords = {
  thinking: '正在想…',
  failed: '这一步没有提示。',
  askAgain: '再问一次',
  chooseDiscard: '打哪张？',
  chooseClaim: '要吗？',
  best: '最快',
  toGo: zhToGo,
  helps: (count) => (count === 0 ? '没有牌能帮上忙' : `${count} 张有用`),
  wins: (count) => `能和 ${count} 张`,
  upTo: (selfDraw, discard) => `自摸最多 ${selfDraw}，点炮 ${discard}`,
  pause: '，',
  discarding: (tile) => `打${tile}`,
  passing: '过',
  thenDiscard: (tile) => `再打${tile}`,

  offer: '第一次打台炮麻将？',
  offerLine: '新手模式带你认识牌桌，并说明每个按钮为什么出现。以后在菜单里可以随时开关。',
  accept: '打开新手模式',
  decline: '不用',
  choices: '这一步可以',
  discard: '选一张手牌打出去',
  who: { own: '自己', right: '下家', across: '对家', left: '上家' },
  chow: (sets, source, tile) => `用${sets.join('，或')}吃${source}的${tile}`,
  clause: '；',
  pung: (source, tile) => `用两张${tile}碰${source}的${tile}`,
  kong: {
    claimed: (source, tile) => `用三张${tile}杠${source}的${tile}，再补一张牌`,
    concealed: (tile) => `手里有四张${tile}，可以暗杠，再补一张牌`,
    added: (tile) => `把${tile}补到碰出的三张上，再补一张牌`,
    own: (tile) => `杠${tile}，再补一张牌`,
  },
  ready: (tile, waits) => `打${tile}就听${waits}`,
  readyAmong: (tiles) => `打${tiles}都能听牌`,
  win: {
    drawn: '牌型成了，可以和',
    discarded: (source, tile) => `${source}的${tile}正好成牌`,
    robbed: (source, tile) => `抢${source}补杠的${tile}，正好成牌`,
    killPig: '财神够多，不看牌型就能和（杀猪）',
  },
  prize: (tai, total, points) =>
    `${tai} 台${total === tai ? '' : `，翻倍成 ${total} 点`}，三家共付你 ${points} 点`,
  pass: { claims: '这张牌不要', turn: '打出刚摸的牌', share_out: '这张牌不和' },
  nearer: (before, after) => `（${before === after ? `仍${after}` : `${before} → ${after}`}）`,
  why: '为什么不能和？',
  whyNot: {
    far: (distance) => (distance <= 0 ? '还不能和：差 1 张。' : `还不能和：${zhToGo(distance)}，听了再等 1 张。`),
    other: (tile) => `已经听牌，但等的不是${tile}。`,
    claimed: '牌型成了，但刚吃碰过的这一手不能和。',
  },

  tour: '认识牌桌',
  stops: {
    wild: { title: '财神', text: ({ wild }) => `这一局的财神是${wild}，牌上有一枚铜钱，总排在手牌最左边。财神可以当别的牌用。` },
    centre: {
      title: '牌桌中央',
      text: ({ turned, left }) => `翻开的两张是${turned}，由它们定财神。还能摸 ${left} 张；亮着的一边是该出牌的人。`,
    },
    prompts: { title: '按钮', text: () => '能吃、碰、杠、听、和的时候，按钮出现在手牌上方，这里会说明它为什么出现。' },
  },
  next: '下一步',
  done: '知道了',
};

const enToGo = (distance: number): string =>
  distance < 0 ? 'complete' : distance === 0 ? 'ready' : `${distance} from ready`;

const en: HintWords = {
  thinking: 'Thinking…',
  failed: 'No hints for this one.',
  askAgain: 'Ask again',
  chooseDiscard: 'Which discard?',
  chooseClaim: 'Take it?',
  best: 'fastest',
  toGo: enToGo,
  helps: (count) => (count === 0 ? 'nothing helps' : count === 1 ? '1 tile helps' : `${count} tiles help`),
  wins: (count) => (count === 1 ? '1 tile wins' : `${count} tiles win`),
  upTo: (selfDraw, discard) => `up to ${selfDraw} drawn, ${discard} off a discard`,
  pause: ', ',
  discarding: (tile) => `Discard ${tile}`,
  passing: 'Pass',
  thenDiscard: (tile) => `then ${tile}`.trim(),

  offer: 'New to Taipao mahjong?',
  offerLine: "Beginner's mode shows you around and says why each button is there. The menu turns it on and off.",
  accept: 'Turn it on',
  decline: 'No, thanks',
  choices: 'You may',
  discard: 'choose a tile of your hand to discard',
  who: { own: 'yourself', right: 'your right', across: 'across', left: 'your left' },
  chow: ([own, ...more], source, tile) =>
    more.length > 0 ? `take ${tile} from ${source} in one of ${more.length + 1} ways` : `with ${own} take ${tile} from ${source}`,
  clause: '; ',
  pung: (source, tile) => `with your two, take ${tile} from ${source}`,
  kong: {
    claimed: () => 'with your three, and draw one more',
    concealed: (tile) => `you hold all four of ${tile}: lay them aside, and draw one more`,
    added: (tile) => `add ${tile} to your pung of it, and draw one more`,
    own: (tile) => `kong of ${tile}, and draw one more`,
  },
  ready: (tile, waits) => `discard ${tile} and wait for ${waits}`,
  readyAmong: (tiles) => `discard ${tiles}: each leaves you waiting to win`,
  win: {
    drawn: 'your hand is complete',
    discarded: (_, tile) => `${tile} completes your hand`,
    robbed: (_, tile) => `${tile}, added to a kong, completes your hand`,
    killPig: 'so many wild tiles win without the shape (kill-pig)',
  },
  prize: (tai, total, points) =>
    `${tai} tai${total === tai ? '' : `, doubled to ${total}`}; you are paid ${points}`,
  pass: { claims: 'leave this tile', turn: 'discard the tile just drawn', share_out: 'do not win with this tile' },
  nearer: (before, after) => ` (${before === after ? `still ${after}` : `${before} → ${after}`})`,
  why: 'Why no win?',
  whyNot: {
    far: (distance) =>
      distance <= 0 ? 'Not yet: one tile is missing.' : `Not yet: ${enToGo(distance)}, and then one more tile.`,
    other: (tile) => `You are waiting, but not for ${tile}.`,
    claimed: 'Your hand is complete, but you cannot win in the turn of a chow or pung.',
  },

  tour: 'The table',
  stops: {
    wild: {
      title: 'Wild tiles',
      text: ({ wild }) =>
        `Wild in this round: ${wild}. They bear a coin and stand leftmost in your hand. A wild tile stands for other tiles.`,
    },
    centre: {
      title: 'The centre',
      text: ({ turned, left }) =>
        `The two tiles turned up, ${turned}, make the wild ones. ${left} tiles can still be drawn; the side that is lit is whose turn it is.`,
    },
    prompts: {
      title: 'Buttons',
      text: () => 'When you can chow, pung, kong, declare ready or win, buttons appear above your hand, and here stands why.',
    },
  },
  next: 'Next',
  done: 'Got it',
};

export const hintWords: Record<LanguageName, HintWords> = { zh, en };
