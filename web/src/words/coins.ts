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
  broke: string;
  leave: string;
  leaveLine: string;
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
  broke: '金币输光了，座位让给了别人。',
  leave: '离开牌桌',
  leaveLine: '这一局打到完由电脑代打，输赢照算。',
};

export const coinsEn: CoinWords = {
  coins: 'Coins',
  coinsOf: (count) => `${count} coins`,
  rooms: { novice: 'Novice room', intermediate: 'Intermediate room', expert: 'Expert room' },
  rank: (name) => RANKS_EN[name] ?? name,
  rankPoints: 'Rank points',
  rankPointsOf: (count) => `${count} rank points`,
  promoted: (rank) => `Promoted to ${rank}`,
  broke: 'Your coins are gone, and somebody else has the seat.',
  leave: 'Leave the table',
  leaveLine: 'The computer plays this round to its end for you; what it wins or loses is yours.',
};
