import type { InsuranceEvent } from '@vehicle-insurance/client';
import type { ColumnType, Generated, Selectable } from 'kysely';

/** One attempt at a delivery. */
export interface Attempt {
  /** When it began, as an ISO instant. */
  readonly at: string;
  /** The status, or why there was none. */
  readonly result: string;
  readonly milliseconds: number;
  /** The beginning of the answer; empty if there was none. */
  readonly answer: string;
}

/** Why the courier itself switches an endpoint off. */
export const GONE = 'It answered 410: it is gone.';

/** A server that receives webhooks. */
interface EndpointTable {
  /** Letters and digits: a part of every webhook's id. */
  readonly id: string;
  /** Where the company's key is found. */
  readonly feed: string;
  readonly address: string;
  /** Null for all. */
  readonly types: string[] | null;
  /** One, or two while one takes the place of the other. */
  readonly secrets: string[];
  readonly is_on: Generated<boolean>;
  readonly off_reason: string | null;
  /** Until when it has asked to be left alone; null if it never has. */
  readonly quiet_until: ColumnType<Date | null, undefined, Date | null>;
  readonly version: Generated<number>;
}

/** How far the events of a company have become deliveries. */
interface FeedTable {
  readonly name: string;
  readonly position: number;
  /** The event at the position, by which another company's journal is recognised; null if it is not known. */
  readonly last_event: ColumnType<InsuranceEvent | null, string | null, string | null>;
  /** Why it cannot be read on. */
  readonly problem: string | null;
}

/** A webhook of an event to an endpoint. */
interface DeliveryTable {
  readonly endpoint_id: string;
  readonly position: number;
  /** Of one subject, a later event waits for the earlier one. */
  readonly subject: string;
  readonly type: string;
  readonly webhook_id: string;
  readonly body: string;
  readonly state: Generated<'waiting' | 'delivered' | 'given_up'>;
  /** Attempts that have ended since it was last made due anew. */
  readonly attempts: Generated<number>;
  readonly due_at: ColumnType<Date, undefined, Date>;
  /** Since when it has waited to be delivered. */
  readonly waiting_since: ColumnType<Date, undefined, Date>;
  readonly leased_until: ColumnType<Date | null, undefined, Date | null>;
  /** The token of the claim that holds it. */
  readonly lease: string | null;
  /** The status of the last attempt, or why there was none. */
  readonly last_result: string | null;
  /** The attempts that have ended, the first one first. */
  readonly history: Generated<Attempt[]>;
}

/** What the courier keeps. */
export interface Tables {
  readonly endpoint: EndpointTable;
  readonly feed: FeedTable;
  readonly delivery: DeliveryTable;
}

/** A server that receives webhooks. */
export type Endpoint = Readonly<Selectable<EndpointTable>>;
/** How far the events of a company have become deliveries. */
export type Feed = Readonly<Selectable<FeedTable>>;
/** A delivery as it is kept. */
export type Delivery = Readonly<Selectable<DeliveryTable>>;
