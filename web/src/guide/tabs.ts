// The parts of the guide, in the order in which somebody new reads them.

export const TABS = ['how', 'rules', 'calculator'] as const;
export type Tab = (typeof TABS)[number];

/** The part that an address names, else the first. */
export const tabOf = (name: string): Tab => TABS.find((tab) => tab === name) ?? 'how';
