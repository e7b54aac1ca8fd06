// Figures as a player reads them.

/** A sum with its sign, the minus as wide as the plus. */
export const signed = (value: number): string => withSign(value, String);

/** Coins run to many: their thousands stand apart. */
export const grouped = (value: number): string => value.toLocaleString('en-US');
export const signedCoins = (value: number): string => withSign(value, grouped);

const withSign = (value: number, write: (value: number) => string): string =>
  value > 0 ? `+${write(value)}` : value < 0 ? `−${write(-value)}` : '0';
