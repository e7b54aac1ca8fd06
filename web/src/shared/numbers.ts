// Figures as a player reads them.

/** A sum with its sign, the minus as wide as the plus. */
export const signed = (value: number): string => (value > 0 ? `+${value}` : value < 0 ? `−${-value}` : '0');
