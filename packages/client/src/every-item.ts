import type { RequestOptions, ListOptions } from './options.ts';
import type { Page } from './shapes.ts';

/** Turns a list call into an iterator over the items of all pages, to be used with `for await`. */
export const everyOf =
  <Filter extends object, Item>(
    list: (
      query: Filter & { readonly page: number; readonly limit: number },
      options: RequestOptions,
    ) => Promise<Page<Item>>,
  ) =>
  (filter?: Filter, { pageSize = 100, signal }: ListOptions = {}): AsyncGenerator<Item, void, undefined> =>
    everyItem((page, limit) => list({ ...(filter as Filter), page, limit }, { signal }), pageSize);

/**
 * Every item of a list, most recent first. Pages are read on demand. No item is skipped or repeated if items are added
 * in the meantime. Items may be repeated if others leave the list, as with a filter by status. Items are counted from
 * the end of the list, where positions do not change.
 */
async function* everyItem<Item>(
  readPage: (page: number, limit: number) => Promise<Page<Item>>,
  limit: number,
): AsyncGenerator<Item, void, undefined> {
  let left: number | undefined;
  for (let number = 1; ;) {
    const { data, total } = await readPage(number, limit);
    left ??= total;
    const before = (number - 1) * limit;
    for (const item of data.slice(Math.max(0, total - left - before))) {
      yield item;
      left -= 1;
    }
    const next = Math.floor((total - left) / limit) + 1;
    if (left <= 0 || next === number) return;
    number = next;
  }
}
