// Coins, rooms and ranks, as the table and the pages around it call them.

export interface CoinWords {
  coins: string;
  coinsOf(count: string): string;
  rooms: { [room: string]: string };
  /** By their names in the rules, in which alone they are the same everywhere. */
  rank(name: string): string;
  rankPoints: string;
  rankPointsOf(count: string): string;
  promoted(rank: string): string;
  leave: string;
  leaveLine: string;
  leaving: string;
  program: string;
  /** Why the own seat is somebody else's now. */
  freed: Record<'left' | 'broke' | 'gone', string>;
  results: string;
  balance: string;
  /** How coins come of points. */
  pointsAt(points: string, rate: string): string;
  /** Where somebody could not pay: what it would have come to. */
  instead(coins: string): string;
  /** Who could not pay, what was owed in all, and what there was. */
  short(player: string, owed: string, had: string): string;
  /** To whom it was paid, and how much of how much. */
  paid(player: string, paid: string): string;
  paidOf(player: string, paid: string, owed: string): string;
}

const RANKS_EN: { [name: string]: string } = {
  白板: 'White dragon',
  一万: 'One wan',
  二万: 'Two wan',
  三万: 'Three wan',
  四万: 'Four wan',
  五万: 'Five wan',
  六万: 'Six wan',
  七万: 'Seven wan',
  八万: 'Eight wan',
  九万: 'Nine wan',
  东风: 'East wind',
  西风: 'West wind',
  南风: 'South wind',
  北风: 'North wind',
  中: 'Red dragon',
  麻将王: 'Mahjong king',
};

export const coinsZh: CoinWords = {
  coins: '金币',
  coinsOf: (count) => `${count} 金币`,
  rooms: { novice: '初级金币场', intermediate: '中级金币场', expert: '高级金币场' },
  rank: (name) => name,
  rankPoints: '积分',
  rankPointsOf: (count) => `${count} 积分`,
  promoted: (rank) => `升为${rank}`,
  leave: '离开牌桌',
  leaveLine: '正在打的这一局由电脑替你打完，输赢照算。',
  leaving: '离席',
  program: '程序',
  freed: {
    left: '你已经离开这一桌。',
    broke: '金币输光了，座位让给了别人。',
    gone: '你不在的时候，座位让给了别人。',
  },
  results: '金币结算',
  balance: '余额',
  pointsAt: (points, rate) => `${points} 点 × ${rate}`,
  instead: (coins) => `本应 ${coins}`,
  short: (player, owed, had) => `${player}：金币不够，应付 ${owed}，只有 ${had}。`,
  paid: (player, paid) => `付${player} ${paid}`,
  paidOf: (player, paid, owed) => `付${player} ${paid}（应付 ${owed}）`,
};

export const coinsEn: CoinWords = {
  coins: 'Coins',
  coinsOf: (count) => `${count} coins`,
  rooms: { novice: 'Novice room', intermediate: 'Intermediate room', expert: 'Expert room' },
  rank: (name) => RANKS_EN[name] ?? name,
  rankPoints: 'Rank points',
  rankPointsOf: (count) => `${count} rank points`,
  promoted: (rank) => `Promoted to ${rank}`,
  leave: 'Leave the table',
  leaveLine: 'A round being played is played to its end for you; what it wins or loses is yours.',
  leaving: 'Going',
  program: 'Program',
  freed: {
    left: 'You have left this table.',
    broke: 'Your coins are gone, and somebody else has the seat.',
    gone: 'You were away, and somebody else has the seat.',
  },
  results: 'Coins',
  balance: 'Balance',
  pointsAt: (points, rate) => `${points} points × ${rate}`,
  instead: (coins) => `instead of ${coins}`,
  short: (player, owed, had) => `${player} owed ${owed} coins and had ${had}.`,
  paid: (player, paid) => `${player}: ${paid} paid`,
  paidOf: (player, paid, owed) => `${player}: ${paid} paid of ${owed}`,
};
