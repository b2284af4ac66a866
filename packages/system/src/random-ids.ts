import type { Ids } from '@vehicle-insurance/core';
import { v7 } from 'uuid';

/** UUID version 7 from the machine's own clock and randomness, not from the business clock. */
export const randomIds: Ids = { next: () => v7() };
