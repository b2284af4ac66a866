import { EVENT_TYPES, type EventList, type JournalEvent } from '@vehicle-insurance/core';
import type { FromSchema } from 'json-schema-to-ts';
import { EXAMPLE, integer, listOf, object, oneOf, textOrNull, timestamp } from './fields.ts';

/** An event (docs/events.md). */
export const EVENT = object({
  position: integer('Its place among your company’s events, from 1 and without gaps.', 57),
  type: oneOf(EVENT_TYPES, 'The kind of change. Ignore types that you do not know.'),
  at: timestamp('When it happened.'),
  vehicleId: textOrNull('The vehicle that has changed.', EXAMPLE.vehicleId),
  quoteId: textOrNull('The quote that is new, or whose payment has changed.', EXAMPLE.quoteId),
  paymentId: textOrNull('The payment that has changed.', EXAMPLE.paymentId),
  contractId: textOrNull(
    'The contract that has changed, or whose certificate or documents have changed.',
    EXAMPLE.contractId,
  ),
});

/** A page of events, with the position from which to continue (docs/events.md). */
export const EVENT_LIST = object({
  data: listOf(EVENT),
  next: integer('Pass it as `after` to continue.', 57),
  newest: integer('The position of your company’s newest event; 0 before the first event.', 57),
});

type EventView = FromSchema<typeof EVENT>;

const eventView = ({ position, type, at, subjectId, quoteId }: JournalEvent): EventView => {
  const [about] = type.split('.');
  const isOf = (...names: readonly string[]): boolean => names.includes(about ?? '');
  return {
    position,
    type,
    at,
    vehicleId: isOf('vehicle') ? subjectId : null,
    quoteId: isOf('quote') ? subjectId : quoteId,
    paymentId: isOf('payment') ? subjectId : null,
    contractId: isOf('contract', 'certificate', 'certificate_image', 'contract_document') ? subjectId : null,
  };
};

export const eventListView = ({ data, next, newest }: EventList): FromSchema<typeof EVENT_LIST> => ({
  data: data.map(eventView),
  next,
  newest,
});
