import type { Page } from './shapes.ts';

/**
 * Every item of a list, most recent first, read page by page as they are asked for. None is skipped and none comes
 * twice, even while others are added: an item keeps its distance from the end of the list, and by that it is found.
 */
export async function* everyItem<Item>(
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
