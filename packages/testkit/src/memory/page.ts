import type { Page, PageRequest } from '@vehicle-insurance/core';

/** One page of rows that are given oldest first. */
export const pageOf = <Item>(oldestFirst: readonly Item[], { page, limit }: PageRequest): Page<Item> => ({
  data: oldestFirst.toReversed().slice((page - 1) * limit, page * limit),
  page,
  limit,
  total: oldestFirst.length,
});
