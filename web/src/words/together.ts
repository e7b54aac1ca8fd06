// What the page says where several persons play: clocks, the autopilot, tables to share, and the wall's check.

import type { Difference } from '../fair/verify';

export interface TogetherWords {
  secondsLeft(seconds: number): string;
  onReserve(seconds: number): string;
  reserve: string;
  autopilot: string;
  offline: string;
  autopilotLine: string;
  takeBack: string;
  handOver: string;
  draining: string;
  bots: { [kind: string]: string };
  /** The levels that bots play at, where their seats are named by place. */
  levels: { [kind: string]: string };
  /** What opens a table for several persons. */
  withFriends: string;
  noClock: string;
  clockOf(seconds: number, reserve: number): string;
  home: string;
  code: string;
  roomTitle: string;
  /** The same once nobody is missing. */
  allSeated: string;
  share: string;
  shareLine: string;
  takeSeat: string;
  noSeat: string;
  noTable: string;
  again: string;
  ready: string;
  isReady: string;
  notReady: string;
  waitingForSeats(count: number): string;
  waitingForReady: string;
  /** Ending a friends' table, and how its match came out. */
  dissolve: string;
  withdraw: string;
  agree: string;
  proposed(names: string): string;
  finalTitle: string;
  finalLine(rounds: number, dissolved: boolean): string;
  showFinal: string;
  roundsOf(count: number): string;
  seatIsDrawn: string;
  /** Who sits where before a friends' match. */
  host: string;
  emptySeat: string;
  sitHere: string;
  addBot: string;
  removeBot: string;
  standUp: string;
  /** Looking on at a friends' table. */
  watch: string;
  watching: string;
  watchingTitle: string;
  watchedHidden: string;
  watchedLater: string;
  watchedRound(round: number): string;
  noRoundYet: string;
  wall: {
    checking: string;
    holds: string;
    holdsLine: string;
    noContribution: string;
    late: string;
    fails: string;
    unavailable: string;
    differences: Record<Difference, string>;
  };
}

export const togetherZh: TogetherWords = {
  secondsLeft: (seconds) => `还有 ${seconds} 秒`,
  onReserve: (seconds) => `备用时间，还有 ${seconds} 秒`,
  reserve: '备用',
  autopilot: '托管',
  offline: '离线',
  autopilotLine: '托管中，电脑正在替你打',
  takeBack: '收回',
  handOver: '托管',
  draining: '服务器即将重启，稍后自动回到这一局。',
  levels: { easy: '简单', normal: '普通', solid: '困难' },
  bots: { easy: '电脑·简单', normal: '电脑·普通', solid: '电脑·困难', greedy: '电脑', random: '随手电脑' },
  withFriends: '和朋友一起打',
  noClock: '不限时',
  clockOf: (seconds, reserve) => `${seconds} 秒，另备 ${reserve} 秒`,
  home: '大厅',
  code: '桌号',
  roomTitle: '等人入座',
  allSeated: '等大家准备',
  share: '邀请链接',
  shareLine: '把链接发给朋友，打开就能入座。',
  takeSeat: '坐下',
  noSeat: '这一桌已经坐满了。',
  noTable: '没有这一桌，也许已经散了。',
  again: '再试一次',
  ready: '准备',
  isReady: '已准备',
  notReady: '未准备',
  waitingForSeats: (count) => `还空 ${count} 个座位`,
  waitingForReady: '等其他人准备…',
  dissolve: '提议散桌',
  withdraw: '不散了',
  agree: '同意散桌',
  proposed: (names) => `${names}提议散桌`,
  finalTitle: '总成绩',
  finalLine: (rounds, dissolved) => (dissolved ? `大家同意散桌，一共打了 ${rounds} 局。` : `${rounds} 局打完了。`),
  showFinal: '看总成绩',
  roundsOf: (count) => `共 ${count} 局`,
  seatIsDrawn: '座位在开局时抽签。',
  host: '房主',
  emptySeat: '空位',
  sitHere: '坐这里',
  addBot: '+ 电脑',
  removeBot: '撤下',
  standUp: '让出座位',
  watch: '旁观',
  watching: '旁观中，看不到手牌',
  watchingTitle: '旁观',
  watchedHidden: '开局以后就能看到牌桌。',
  watchedLater: '这一桌晚一局才给看：打完的每一局，这里都有牌谱。',
  watchedRound: (round) => `第 ${round} 局的牌谱`,
  noRoundYet: '还没有打完的局。',
  wall: {
    checking: '正在核对牌墙…',
    holds: '牌墙已核对',
    holdsLine: '承诺、你给的随机数和见过的每张牌，都与牌谱相符。',
    noContribution: '承诺和见过的每张牌都与牌谱相符；这一局没有从这里给过随机数。',
    late: '你给的随机数没有赶上这堵牌墙；其余都与牌谱相符。',
    fails: '牌墙核对不符！',
    unavailable: '牌谱取不到，牌墙没有核对。',
    differences: {
      unreadable: '牌谱读不出来。',
      digest: '牌谱末尾的摘要与内容不符。',
      commitment: '底数与开局前公布的承诺不符。',
      contribution_missing: '你给的随机数不在牌谱里。',
      contribution_changed: '牌谱里你的随机数不是你给的那个。',
      wall: '发的牌或摸的牌不是这堵牌墙里的。',
      seen: '牌谱里的牌与你打牌时见到的不同。',
    },
  },
};

export const togetherEn: TogetherWords = {
  secondsLeft: (seconds) => `${seconds} seconds left`,
  onReserve: (seconds) => `${seconds} seconds of the reserve left`,
  reserve: 'reserve',
  autopilot: 'Auto',
  offline: 'Offline',
  autopilotLine: 'On autopilot: the computer plays for you',
  takeBack: 'Take back',
  handOver: 'Autopilot',
  draining: 'The server restarts in a moment; the round goes on by itself then.',
  levels: { easy: 'easy', normal: 'normal', solid: 'hard' },
  bots: { easy: 'Computer (easy)', normal: 'Computer (normal)', solid: 'Computer (hard)', greedy: 'Computer', random: 'Random computer' },
  withFriends: 'Play with friends',
  noClock: 'No limit',
  clockOf: (seconds, reserve) => `${seconds} s, and ${reserve} s in reserve`,
  home: 'Lobby',
  code: 'Code',
  roomTitle: 'Waiting for players',
  allSeated: 'Waiting for everybody to be ready',
  share: 'Link to share',
  shareLine: 'Send it to your friends: whoever opens it can sit down.',
  takeSeat: 'Sit down',
  noSeat: 'All seats of this table are taken.',
  noTable: 'There is no such table; it may have been closed.',
  again: 'Try again',
  ready: 'Ready',
  isReady: 'Ready',
  notReady: 'Not ready',
  waitingForSeats: (count) => (count === 1 ? '1 seat is still free' : `${count} seats are still free`),
  waitingForReady: 'Waiting for the others…',
  dissolve: 'Propose to stop',
  withdraw: 'Play on',
  agree: 'Agree to stop',
  proposed: (names) => `${names} would like to stop`,
  finalTitle: 'Final standings',
  finalLine: (rounds, dissolved) =>
    `${dissolved ? 'All agreed to stop' : 'The match is over'} after ${rounds === 1 ? '1 round' : `${rounds} rounds`}.`,
  showFinal: 'Final standings',
  roundsOf: (count) => `${count} rounds`,
  seatIsDrawn: 'The seats are drawn when the match begins.',
  host: 'Host',
  emptySeat: 'Free',
  sitHere: 'Sit here',
  addBot: '+ Computer',
  removeBot: 'Remove',
  standUp: 'Give up the seat',
  watch: 'Watch',
  watching: 'Watching, with all hands hidden',
  watchingTitle: 'Watching',
  watchedHidden: 'The table is shown as soon as a round begins.',
  watchedLater: 'This table is shown one round later: the record of each finished round is here.',
  watchedRound: (round) => `The record of round ${round}`,
  noRoundYet: 'No round is over yet.',
  wall: {
    checking: 'Checking the wall…',
    holds: 'Wall verified',
    holdsLine: 'The commitment, your random value and every tile you saw agree with the record.',
    noContribution: 'The commitment and every tile you saw agree with the record; no random value was given from here.',
    late: 'Your random value came too late for this wall; all else agrees with the record.',
    fails: 'The wall does not hold!',
    unavailable: 'The record cannot be fetched: the wall has not been checked.',
    differences: {
      unreadable: 'The record cannot be read.',
      digest: 'The digest at the end of the record does not fit its contents.',
      commitment: 'The secret is not the one that was committed to before the round.',
      contribution_missing: 'Your random value is not in the record.',
      contribution_changed: 'The random value in the record is not the one you gave.',
      wall: 'A tile dealt or drawn does not come from this wall.',
      seen: 'The record has other tiles than you saw while playing.',
    },
  },
};
