/** `pleasure` is private and business use, `renting` is rental. */
export const USAGES = ['pleasure', 'renting'] as const;
/** What one vehicle is used for. */
export type Usage = (typeof USAGES)[number];

/** Months of cover. */
export const DURATIONS = [3, 6, 12] as const;
/** How long one contract covers, in months. */
export type Duration = (typeof DURATIONS)[number];
