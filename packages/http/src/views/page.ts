import type { Page } from '@vehicle-insurance/core';

/** A page of the domain as a page of views. */
export const pageView =
  <Item, View>(view: (item: Item) => View) =>
  ({ data, page, limit, total }: Page<Item>) => ({ data: data.map(view), page, limit, total });
