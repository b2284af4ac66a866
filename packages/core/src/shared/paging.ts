import type { Instant, LocalDate } from './calendar.ts';
import { integer } from './rules.ts';

/** The bounds of a page (docs/api.md 1.7). */
export const PAGE = { first: 1, defaultLimit: 20, maxLimit: 100 } as const;

/** The requested page of a list. The first page is 1. */
export interface PageRequest {
  readonly page: number;
  readonly limit: number;
}

/**
 * The rules of a page request. Page numbers above the maximum are refused, because JSON parsers disagree on the value
 * of such numbers.
 */
export const PAGE_RULES = {
  page: integer({ min: PAGE.first, max: Number.MAX_SAFE_INTEGER }),
  limit: integer({ min: 1, max: PAGE.maxLimit }),
} as const;

/**
 * A position in an operator's list: the list continues after the entry with this id. `value` is the value by which the
 * list is sorted.
 */
export interface Place {
  readonly value: Instant | LocalDate;
  readonly id: string;
}

/**
 * One page of a list, most recent first. `total` counts the entries on all pages. `data` is empty past the last page.
 */
export interface Page<Item> extends PageRequest {
  readonly data: readonly Item[];
  readonly total: number;
}
