/** The bounds of a page (api.md, "Limits"). */
export const PAGE = { first: 1, defaultLimit: 20, maxLimit: 100 } as const;

/** Which page of a list: pages count from 1. */
export interface PageRequest {
  readonly page: number;
  readonly limit: number;
}

/** One page of a list, most recent first. `total` counts every match on all pages; past the end `data` is empty. */
export interface Page<Item> extends PageRequest {
  readonly data: readonly Item[];
  readonly total: number;
}
