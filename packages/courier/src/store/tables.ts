import type { InsuranceEvent } from '@vehicle-insurance/client';
import type { ColumnType, Generated, Selectable } from 'kysely';

/** One attempt at a delivery. */
export interface Attempt {
  /** When it began, as an ISO instant. */
  readonly at: string;
  /** The status, or the reason for its absence. */
  readonly result: string;
  readonly milliseconds: number;
  /** The beginning of the answer; empty if there was no answer. */
  readonly answer: string;
}

/** The reason recorded when the courier itself switches an endpoint off. */
export const GONE = 'It answered 410: it is gone.';

/** A server that receives webhooks. */
interface EndpointTable {
  /** Letters and digits: a part of every webhook's id. */
  readonly id: string;
  /** The reference of the company's key. */
  readonly feed: string;
  /** The company's own note; null if it has none. */
  readonly description: string | null;
  readonly address: string;
  /** Null if it receives all types. */
  readonly types: string[] | null;
  /** There is more than one during a rotation. */
  readonly secrets: string[];
  readonly is_on: Generated<boolean>;
  readonly off_reason: string | null;
  /** End of the pause that it has requested; null if it has never requested a pause. */
  readonly quiet_until: ColumnType<Date | null, undefined, Date | null>;
  readonly version: Generated<number>;
}

/** The position up to which a company's events have become deliveries. */
interface FeedTable {
  readonly name: string;
  readonly position: number;
  /** The event at the position, used to detect another company's journal; null if unknown. */
  readonly last_event: ColumnType<InsuranceEvent | null, string | null, string | null>;
  /** The id of the company whose events it contains; null if unknown. */
  readonly company: string | null;
  /** Why the feed cannot be read further; null if it can. */
  readonly problem: string | null;
}

/** A webhook of an event to an endpoint. */
interface DeliveryTable {
  readonly endpoint_id: string;
  readonly position: number;
  /** A later event of a subject waits for the earlier one. */
  readonly subject: string;
  readonly type: string;
  readonly webhook_id: string;
  readonly body: string;
  readonly state: Generated<'waiting' | 'delivered' | 'given_up'>;
  /** Attempts that have ended since the creation or the last replay. */
  readonly attempts: Generated<number>;
  readonly due_at: ColumnType<Date, undefined, Date>;
  /** The time since which it has waited for delivery. */
  readonly waiting_since: ColumnType<Date, undefined, Date>;
  readonly leased_until: ColumnType<Date | null, undefined, Date | null>;
  /** The token of its current claim. */
  readonly lease: string | null;
  /** The status of the last attempt, or the reason for its absence. */
  readonly last_result: string | null;
  /** The ended attempts, oldest first. */
  readonly history: Generated<Attempt[]>;
}

/** The courier's tables. */
export interface Tables {
  readonly endpoint: EndpointTable;
  readonly feed: FeedTable;
  readonly delivery: DeliveryTable;
}

/** A server that receives webhooks. */
export type Endpoint = Readonly<Selectable<EndpointTable>>;
/** The position up to which a company's events have become deliveries. */
export type Feed = Readonly<Selectable<FeedTable>>;
/** A stored delivery. */
export type Delivery = Readonly<Selectable<DeliveryTable>>;
