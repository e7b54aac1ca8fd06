// The colours of the set, as a painter of tiles would mix them: one ivory, four paints, an ink and its wash.

export const IVORY = '#fbf6e7';
export const IVORY_LIGHT = '#fffdf6';
export const IVORY_SIDE = '#dccfac';

export const RED = '#c4221b';
export const GREEN = '#0b7341';
export const BLUE = '#1d3f94';
export const GOLD = '#e0a021';
export const INK = '#17233d';

export const ROSE = '#e8627a';
export const LEAF = '#2f9a5c';
export const WASH = '#64728c';
export const BARK = '#6d4a2c';

export const SNOW = '#d5e6f3';

export const JADE = '#0c6a66';
export const JADE_LIGHT = '#2b8c85';
export const JADE_PALE = '#1c7f79';
export const JADE_DARK = '#08504d';
