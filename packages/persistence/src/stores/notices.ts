import type { Notices } from '@vehicle-insurance/core';
import { areIds } from '../rows/columns.ts';
import { fromNotice, NoticeRow, toNotice } from '../rows/notice.ts';
import type { Session } from '../session.ts';

export const notices = (session: Session): Notices => ({
  find: async (id) => {
    const row = areIds(id) ? await session.find(NoticeRow, { id }) : undefined;
    return row && toNotice(row);
  },
  add: async (notice) => {
    await session.insert('notice', fromNotice(notice));
    session.know(NoticeRow, fromNotice(notice));
  },
  save: async (notice) => {
    await session.save(NoticeRow, [notice.id], fromNotice(notice));
  },
});
