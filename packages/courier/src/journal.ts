import { isApiError, type InsuranceClient, type InsuranceEvent } from '@vehicle-insurance/client';
import type { Feed } from './store/tables.ts';

type Reading = Pick<InsuranceClient, 'listEvents'>;

/**
 * The first event at or after a position. Undefined if no such event exists yet; null if events there are no longer
 * kept.
 */
const firstFrom = async (
  client: Reading,
  position: number,
  signal?: AbortSignal,
): Promise<InsuranceEvent | null | undefined> => {
  const after = position > 1 ? position - 1 : undefined;
  try {
    return (await client.listEvents({ after, limit: 1 }, signal && { signal })).data[0];
  } catch (error) {
    if (isApiError(error, 'position_forgotten')) return null;
    if (isApiError(error, 'invalid_request')) return undefined;
    throw error;
  }
};

/** The event at a position. Undefined if the event does not exist or is no longer kept. */
export const eventAt = async (
  client: Reading,
  position: number,
  signal?: AbortSignal,
): Promise<InsuranceEvent | undefined> => {
  const found = position === 0 ? undefined : await firstFrom(client, position, signal);
  return found?.position === position ? found : undefined;
};

/** The fields by which events are compared. Fields that the API may add later do not count. */
const COMPARED_FIELDS = ['position', 'type', 'at', 'vehicleId', 'quoteId', 'paymentId', 'contractId'] as const;

/**
 * Whether the key reads the events of this feed: the feed's last event is still at its position. Another company has a
 * different event there. So has a restored database with new events. If the event is unknown or no longer kept, returns
 * true.
 */
export const isJournalOf = async (
  client: Reading,
  { last_event: last }: Feed,
  signal?: AbortSignal,
): Promise<boolean> => {
  if (last === null) return true;
  const found = await firstFrom(client, last.position, signal);
  if (found === null || (found && found.position > last.position)) return true;
  return COMPARED_FIELDS.every((name) => found?.[name] === last[name]);
};
