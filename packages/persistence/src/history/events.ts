import type { EventType, Instant } from '@vehicle-insurance/core';
import type { Builder } from '../tables/builder.ts';
import type { NewEvent, Session } from '../database/session.ts';
import { unpreparedStatement, statement, type Prepared, type Statement } from '../database/prepared-statement.ts';

type Subject = Pick<NewEvent, 'companyId' | 'subjectId'>;

/** Queues events of a subject. The unit of work writes the events at its end. */
export const queueEvents = (session: Session, subject: Subject, types: readonly EventType[], at: Instant): void => {
  for (const type of types) session.events.push({ ...subject, type, at });
};

/**
 * Writes the queued events of a unit of work at the end of its transaction, in one statement for each company. If two
 * units of work change the same subject, the second unit waits for the first, so its events come later.
 */
export const eventWriter = (builder: Builder): ((session: Session) => Promise<void>) => {
  const add = prepareEvents(builder);
  return async ({ events, send }) => {
    for (const own of Map.groupBy(events, ({ companyId }) => companyId).values()) await send(add(own));
  };
};

/**
 * Maximum number of events in a prepared statement. No ordinary unit of work has more events. A change of day or a
 * batch of ending notices may have more; their statement is built each time.
 */
const MAX_PREPARED = 8;

/** Adds events of a single company, in the given order. */
export const prepareEvents = (builder: Builder): ((events: readonly NewEvent[]) => Prepared) => {
  const prepared = Array.from({ length: MAX_PREPARED }, (_, index) => addEvents(builder, index + 1));
  return (events) =>
    prepared[events.length - 1]?.(Object.fromEntries(events.flatMap(valuesOf))) ??
    unpreparedStatement(builder.insertInto('event').values([...events]));
};

type Values = Readonly<Record<string, unknown>>;

const valuesOf = ({ companyId, type, subjectId, at }: NewEvent, index: number): readonly [string, unknown][] => [
  ['companyId', companyId],
  [`type${index}`, type],
  [`subject${index}`, subjectId],
  [`at${index}`, at],
];

const addEvents = (builder: Builder, count: number): Statement<Values, unknown> =>
  statement(`add ${count} events`, (given: Values) =>
    builder.insertInto('event').values(
      Array.from({ length: count }, (_, index) => ({
        companyId: given['companyId'] as string,
        type: given[`type${index}`] as EventType,
        subjectId: given[`subject${index}`] as string,
        at: given[`at${index}`] as Instant,
      })),
    ),
  );
