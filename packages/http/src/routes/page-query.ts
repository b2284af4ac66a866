import { PAGE } from '@vehicle-insurance/core';

/** Which page of a list (docs/api.md 1.7). */
export const PAGE_QUERY = {
  page: {
    type: 'integer',
    minimum: PAGE.first,
    maximum: Number.MAX_SAFE_INTEGER,
    default: PAGE.first,
    description: 'Pages count from 1; one past the end is empty.',
  },
  limit: {
    type: 'integer',
    minimum: 1,
    maximum: PAGE.maxLimit,
    default: PAGE.defaultLimit,
    description: 'How many items a page holds at most.',
  },
} as const;
