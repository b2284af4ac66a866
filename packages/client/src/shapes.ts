import type { components } from './schema.ts';

type Schemas = components['schemas'];

/** A registered vehicle. */
export type Vehicle = Schemas['Vehicle'];
/** The fields of a vehicle's registration. */
export type NewVehicle = Schemas['NewVehicle'];
/** An insurance product on offer. */
export type Coverage = Schemas['Coverage'];
/** The price of a coverage for a vehicle. */
export type Quote = Schemas['Quote'];
/** One line of a premium. */
export type PremiumLine = Schemas['PremiumLine'];
/** The body of a request for a quote. */
export type NewQuote = Schemas['NewQuote'];
/** The status of a quote, with its latest payment. */
export type QuoteStatus = Schemas['QuoteStatus'];
/** One attempt to have a quote paid. */
export type Payment = Schemas['Payment'];
/** The body of a request to open a payment. */
export type NewPayment = Schemas['NewPayment'];
/** The insurance that a paid quote has opened, with its certificate and documents. */
export type Contract = Schemas['Contract'];
/** The official certificate of a contract. */
export type Certificate = Schemas['Certificate'];

/** An API key of the company, without the key itself. */
export type ApiKey = Schemas['Key'];
/** The label and the expiry of a new key. */
export type NewApiKey = Schemas['NewKey'];
/** A key that was just issued. No later response contains `key`. */
export type IssuedApiKey = Schemas['IssuedKey'];

/** A change of an object. Read the object to get its current state. Ignore types that you do not know. */
export type InsuranceEvent = Omit<Schemas['Event'], 'type'> & {
  readonly type: Schemas['Event']['type'] | (string & Record<never, never>);
};
/** A page of events, with the position from which to continue. */
export type EventList = Omit<Schemas['EventList'], 'data'> & { readonly data: readonly InsuranceEvent[] };

/** One page of a list. `total` counts the matches on all pages. */
export interface Page<Item> {
  readonly data: readonly Item[];
  readonly page: number;
  readonly limit: number;
  readonly total: number;
}
