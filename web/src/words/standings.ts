// What the leaderboards and the profiles say.

import type { BoardName } from '../rest/standings';
import type { LanguageName } from './language.svelte';

export interface StandingsWords {
  title: string;
  which: string;
  boards: Record<BoardName, string>;
  lines: Record<BoardName, string>;
  nobody: string;
  place: string;
  player: string;
  value: Record<BoardName, string>;
  own: string;
  noOwn: string;

  rounds: string;
  wins: string;
  winRate: string;
  meanTai: string;
  dealtIn: string;
  dealInRate: string;
  draws: string;
  drawRate: string;
  items: string;
  itemsLine: string;
  times(count: number): string;
  best: string;
  coins: string;
  coinsChart(first: string, last: string): string;
  nothing: string;
}

export const standingsWords: Record<LanguageName, StandingsWords> = {
  zh: {
    title: '排行',
    which: '哪一个排行榜',
    boards: { ranks: '等级', week: '本周金币', hands: '最大一把' },
    lines: {
      ranks: '积分只升不降：金币场里每赢一点记一分。',
      week: '这一周在金币场净赢的金币，周一零点从头算起。',
      hands: '金币场里点数最高的一把。',
    },
    nobody: '还没有人上榜。',
    place: '名次',
    player: '玩家',
    value: { ranks: '积分', week: '金币', hands: '点数' },
    own: '你的名次',
    noOwn: '你还没有上榜，打一局就有了。',

    rounds: '局数',
    wins: '和牌',
    winRate: '和牌率',
    meanTai: '平均台数',
    dealtIn: '点炮',
    dealInRate: '点炮率',
    draws: '黄牌',
    drawRate: '黄牌率',
    items: '和过的牌型',
    itemsLine: '和牌时各种台数出现的次数',
    times: (count) => `${count} 次`,
    best: '最大的几把',
    coins: '金币走势',
    coinsChart: (first, last) => `从 ${first} 金币到 ${last} 金币`,
    nothing: '还没有打过金币场。',
  },
  en: {
    title: 'Ranking',
    which: 'Which ranking',
    boards: { ranks: 'Ranks', week: "Week's coins", hands: 'Best hand' },
    lines: {
      ranks: 'Rank points never fall: every point won in a coin room counts one.',
      week: 'Coins won in coin rooms since Monday, losses taken off.',
      hands: 'The dearest hand in a coin room.',
    },
    nobody: 'Nobody is here yet.',
    place: 'Place',
    player: 'Player',
    value: { ranks: 'Rank points', week: 'Coins', hands: 'Points' },
    own: 'Your place',
    noOwn: 'You are not here yet: one round is enough.',

    rounds: 'Rounds',
    wins: 'Wins',
    winRate: 'Win rate',
    meanTai: 'Mean tai',
    dealtIn: 'Dealt in',
    dealInRate: 'Deal-in rate',
    draws: 'Draws',
    drawRate: 'Draw rate',
    items: 'Hands won with',
    itemsLine: 'How often each rule counted in a win',
    times: (count) => `${count} ×`,
    best: 'Best hands',
    coins: 'Coins over time',
    coinsChart: (first, last) => `From ${first} coins to ${last} coins`,
    nothing: 'No round in a coin room yet.',
  },
};
