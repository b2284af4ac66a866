import type { EventQuery, Journal } from '@vehicle-insurance/core';
import { expect } from 'chai';

/**
 * Reads from the oldest event to the newest, page by page, as callers do. Returns the positions of the events that
 * match the query.
 */
export const readToNewest = async (
  journal: Journal,
  companyId: string,
  query: Omit<EventQuery, 'after'>,
): Promise<readonly number[]> => {
  const positions: number[] = [];
  for (let after = 0; ;) {
    const { data, newest, forgotten, upTo } = await journal.page(companyId, { ...query, after });
    positions.push(...data.map(({ position }) => position));
    const first = Math.max(after + 1, forgotten, data.at(-1)?.position ?? 0);
    expect(upTo, `${JSON.stringify(query)} continued after ${after}`).to.be.within(Math.min(first, newest), newest);
    if (upTo === newest) return positions;
    after = upTo;
  }
};
