import { PAGE, type Page } from '@vehicle-insurance/core';
import type { JSONSchema } from 'json-schema-to-ts';
import { integer, object } from './fields.ts';

/** docs/api.md 1.7. */
export const PAGE_QUERY = {
  page: {
    type: 'integer',
    minimum: PAGE.first,
    maximum: Number.MAX_SAFE_INTEGER,
    default: PAGE.first,
    description: 'Pages count from 1; a page past the end is empty.',
  },
  limit: {
    type: 'integer',
    minimum: 1,
    maximum: PAGE.maxLimit,
    default: PAGE.defaultLimit,
    description: 'Maximum number of items on a page.',
  },
} as const;

/** The envelope of every list that has pages (docs/api.md 1.7). */
export const pageOf = <const Schema extends JSONSchema>(schema: Schema) =>
  object({
    data: { type: 'array', items: schema },
    page: integer('The requested page; pages count from 1.', PAGE.first),
    limit: integer('Maximum number of items on a page.', PAGE.defaultLimit),
    total: integer('Number of matching items on all pages.', 1),
  });

export const pageView =
  <Item, View>(view: (item: Item) => View) =>
  ({ data, page, limit, total }: Page<Item>) => ({ data: data.map(view), page, limit, total });
