// Figures as a player reads them.

/** A sum with its sign, the minus as wide as the plus. */
export const signed = (value: number): string => withSign(value, String);

/** Coins run to many: their thousands stand apart. */
export const grouped = (value: number): string => value.toLocaleString('en-US');
/** As far as a seat has room. */
export const shortened = (value: number): string =>
  value < 1_000_000 ? grouped(value) : `${(value / 1_000_000).toFixed(2)}M`;
export const signedCoins = (value: number): string => withSign(value, grouped);

const withSign = (value: number, write: (value: number) => string): string =>
  value > 0 ? `+${write(value)}` : value < 0 ? `−${write(-value)}` : '0';
