import type { components } from './schema.ts';

type Schemas = components['schemas'];

/** A registered vehicle. */
export type Vehicle = Schemas['Vehicle'];
/** The fields of a vehicle's registration. */
export type NewVehicle = Schemas['NewVehicle'];
/** Something a vehicle can be insured under. */
export type Coverage = Schemas['Coverage'];
/** What a coverage costs for a vehicle. */
export type Quote = Schemas['Quote'];
/** One line of a premium. */
export type PremiumLine = Schemas['PremiumLine'];
/** The body of a request for a quote. */
export type NewQuote = Schemas['NewQuote'];
/** Where a quote stands, with its latest payment. */
export type QuoteStatus = Schemas['QuoteStatus'];
/** One attempt to have a quote paid. */
export type Payment = Schemas['Payment'];
/** Who pays. */
export type NewPayment = Schemas['NewPayment'];
/** What a paid quote becomes, with its certificate and documents. */
export type Contract = Schemas['Contract'];
/** The official certificate of a contract. */
export type Certificate = Schemas['Certificate'];

/** A change; read the changed object for its current state. New types may come: ignore those you do not know. */
export type InsuranceEvent = Omit<Schemas['Event'], 'type'> & {
  readonly type: Schemas['Event']['type'] | (string & Record<never, never>);
};
/** Some events, and where to read on. */
export type EventList = Omit<Schemas['EventList'], 'data'> & { readonly data: readonly InsuranceEvent[] };

/** One page of a list. `total` counts every match on all pages. */
export interface Page<Item> {
  readonly data: readonly Item[];
  readonly page: number;
  readonly limit: number;
  readonly total: number;
}
