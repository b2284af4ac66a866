import type { Notifications } from '@vehicle-insurance/core';
import { areIds } from '../rows/columns.ts';
import { fromNotification, NotificationRow, toNotification } from '../rows/notice.ts';
import type { Session } from '../session.ts';

/** Two concurrent calls may both find none: the second row is then processed like the first, and deleted. */
const WAITS = 'select from notice where provider = $1 and reference = $2 and due_at is not null limit 1';

export const notifications = (session: Session): Notifications => ({
  find: async (id) => {
    const row = areIds(id) ? await session.find(NotificationRow, { id }) : undefined;
    return row && toNotification(row);
  },
  add: async (notification) => {
    const row = fromNotification(notification);
    const waits = await session.query(WAITS, [row.provider, row.reference]);
    if (waits.length > 0) return;
    await session.insert('notice', row);
    session.know(NotificationRow, row);
  },
  save: async (notification) => {
    await session.save(NotificationRow, [notification.id], fromNotification(notification));
  },
});
