import { defineEntity } from '@mikro-orm/core';
import type { EventType, JournalEvent } from '@vehicle-insurance/core';
import { amount, amountOrNull, instant, serialNumber, text, uuid, type Row } from './columns.ts';

/** The events that callers see, in the order of their recording. An event gets its `position` after its commit. */
export const EventEntity = defineEntity({
  name: 'Event',
  tableName: 'event',
  properties: {
    companyId: uuid().primary(),
    number: serialNumber().primary(),
    position: amountOrNull(),
    type: text<EventType>(),
    subjectId: uuid(),
    at: instant(),
  },
});

/** A company's journal: its newest position, and the last position forgotten. */
export const JournalEntity = defineEntity({
  name: 'Journal',
  tableName: 'journal',
  properties: {
    companyId: uuid().primary(),
    newest: amount().default(0),
    forgotten: amount().default(0),
  },
});

type EventRow = Pick<Row<typeof EventEntity>, 'type' | 'subjectId' | 'at'>;

export const toEvent = (
  row: EventRow & { readonly position: number; readonly quoteId: string | null },
): JournalEvent => ({
  position: row.position,
  type: row.type,
  at: row.at,
  subjectId: row.subjectId,
  quoteId: row.quoteId,
});
