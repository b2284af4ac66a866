import type { InsuranceEvent } from '@vehicle-insurance/client';
import type { ColumnType, Generated, Selectable } from 'kysely';

/** One attempt at a delivery. */
export interface Attempt {
  /** When the attempt began, as an ISO instant. */
  readonly at: string;
  /** The status of the answer, or why there is no answer. */
  readonly result: string;
  readonly milliseconds: number;
  /** The beginning of the answer; empty without an answer. */
  readonly answer: string;
}

/** The reason that is stored when the courier itself switches an endpoint off. */
export const GONE = 'It answered 410: it is gone.';

/** A server that receives webhooks. */
interface EndpointTable {
  /** Letters and digits. Every webhook's id contains the endpoint's id. */
  readonly id: string;
  /** The reference of the company's API key. */
  readonly feed: string;
  /** The company's own note; null if it has none. */
  readonly description: string | null;
  readonly address: string;
  /** The types of events that the endpoint receives; null for all types. */
  readonly types: string[] | null;
  /** During a rotation, several secrets are valid. */
  readonly secrets: string[];
  readonly is_on: Generated<boolean>;
  readonly off_reason: string | null;
  /** When the latest pause that the endpoint requested ends; null if there was none since it was last switched on. */
  readonly quiet_until: ColumnType<Date | null, undefined, Date | null>;
  readonly version: Generated<number>;
}

/** The position up to which a company's events have become deliveries. */
interface FeedTable {
  readonly name: string;
  readonly position: number;
  /** The last event up to the position, used to detect another company's events; null if unknown. */
  readonly last_event: ColumnType<InsuranceEvent | null, string | null, string | null>;
  /** The id of the company whose events the feed contains; null if unknown. */
  readonly company: string | null;
  /** Why the feed cannot be read further; null if it can be read. */
  readonly problem: string | null;
}

/** One event for one endpoint. */
interface DeliveryTable {
  readonly endpoint_id: string;
  readonly position: number;
  /** The contract, quote or vehicle of the event. Waiting deliveries of one subject are sent in order. */
  readonly subject: string;
  readonly type: string;
  readonly webhook_id: string;
  readonly body: string;
  readonly state: Generated<'waiting' | 'delivered' | 'given_up'>;
  /** The number of ended attempts since the delivery was created, replayed or sent again. */
  readonly attempts: Generated<number>;
  /** When a waiting delivery is due; when any other was delivered or given up. */
  readonly due_at: ColumnType<Date, undefined, Date>;
  /** Since when the delivery waits. */
  readonly waiting_since: ColumnType<Date, undefined, Date>;
  readonly leased_until: ColumnType<Date | null, undefined, Date | null>;
  /** The token of the current claim. */
  readonly lease: string | null;
  /** The status of the last attempt, or why there was no answer. */
  readonly last_result: string | null;
  /** The ended attempts, oldest first. */
  readonly history: Generated<Attempt[]>;
}

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
