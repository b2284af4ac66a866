import type { Notices } from '@vehicle-insurance/core';
import { areIds } from '../rows/columns.ts';
import { fromNotice, NoticeRow, toNotice } from '../rows/notice.ts';
import type { Session } from '../session.ts';

/** Two who come at the same moment may both find none: the second row is looked into like the first, and forgotten. */
const WAITS = 'select from notice where provider = $1 and reference = $2 and due_at is not null limit 1';

export const notices = (session: Session): Notices => ({
  find: async (id) => {
    const row = areIds(id) ? await session.find(NoticeRow, { id }) : undefined;
    return row && toNotice(row);
  },
  add: async (notice) => {
    const row = fromNotice(notice);
    const waits = await session.query(WAITS, [row.provider, row.reference]);
    if (waits.length > 0) return;
    await session.insert('notice', row);
    session.know(NoticeRow, row);
  },
  save: async (notice) => {
    await session.save(NoticeRow, [notice.id], fromNotice(notice));
  },
});
