/** `pleasure` is private and business use, `renting` is rental. */
export const USAGES = ['pleasure', 'renting'] as const;
export type Usage = (typeof USAGES)[number];

/** Months of cover. */
export const DURATIONS = [3, 6, 12] as const;
export type Duration = (typeof DURATIONS)[number];
