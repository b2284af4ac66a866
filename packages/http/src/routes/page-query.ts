import { PAGE } from '@vehicle-insurance/core';

/** The greatest page whose items can still be counted exactly. */
const LAST_PAGE = Math.floor(Number.MAX_SAFE_INTEGER / PAGE.maxLimit);

/** Which page of a list (api.md, "Limits"). */
export const PAGE_QUERY = {
  page: {
    type: 'integer',
    minimum: PAGE.first,
    maximum: LAST_PAGE,
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
