import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import type { Notification } from '@vehicle-insurance/core';
import { dueColumns, fromDue, instant, toDue } from './columns.ts';

export const NotificationRow = defineEntity({
  name: 'NoticeRow',
  tableName: 'notice',
  properties: {
    id: p.uuid().primary(),
    provider: p.string(),
    reference: p.string(),
    received: p.string(),
    ...dueColumns,
  },
});
export type NotificationRow = InferEntity<typeof NotificationRow>;

export const toNotification = (row: NotificationRow): Notification => ({
  id: row.id,
  provider: row.provider,
  reference: row.reference,
  received: instant(row.received),
  due: toDue(row),
});

export const fromNotification = ({ due, ...same }: Notification) => ({ ...same, ...fromDue(due) });
