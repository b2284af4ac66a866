import { NEW_KEY } from '../routes/keys.ts';
import { EXTERNAL_ID_CHANGE, NEW_VEHICLE } from '../routes/vehicles.ts';
import { NEW_PAYMENT, NEW_QUOTE } from '../routes/quotes.ts';
import { CANCELLED, CERTIFICATE, CONTRACT, CONTRACT_PAGE } from '../views/contract.ts';
import { COVERAGE, QUOTED_COVERAGE } from '../views/coverage.ts';
import { EVENT, EVENT_LIST } from '../views/event.ts';
import { ERROR } from '../views/error.ts';
import { ISSUED_KEY, KEY, KEY_PAGE } from '../views/key.ts';
import { PAYMENT, QUOTE_STANDING, REFUND } from '../views/payment.ts';
import { PREMIUM_LINE, QUOTE, QUOTE_PAGE } from '../views/quote.ts';
import { VEHICLE, VEHICLE_PAGE } from '../views/vehicle.ts';

export const COMPONENTS: Readonly<Record<string, object>> = {
  Vehicle: VEHICLE,
  VehiclePage: VEHICLE_PAGE,
  NewVehicle: NEW_VEHICLE,
  ExternalIdChange: EXTERNAL_ID_CHANGE,
  Coverage: COVERAGE,
  QuotedCoverage: QUOTED_COVERAGE,
  Quote: QUOTE,
  QuotePage: QUOTE_PAGE,
  PremiumLine: PREMIUM_LINE,
  NewQuote: NEW_QUOTE,
  QuoteStatus: QUOTE_STANDING,
  Payment: PAYMENT,
  NewPayment: NEW_PAYMENT,
  Refund: REFUND,
  Cancellation: CANCELLED,
  Contract: CONTRACT,
  ContractPage: CONTRACT_PAGE,
  Certificate: CERTIFICATE,
  Event: EVENT,
  EventList: EVENT_LIST,
  Key: KEY,
  KeyPage: KEY_PAGE,
  NewKey: NEW_KEY,
  IssuedKey: ISSUED_KEY,
  Error: ERROR,
};

const NAMES = new Map(Object.entries(COMPONENTS).map(([name, schema]) => [schema, name]));

/**
 * A schema as published. A named schema becomes a reference. Objects stay open, because unknown fields of a body are
 * ignored and responses may get new fields.
 */
export const publishSchema = (schema: object): unknown => {
  const name = NAMES.get(schema);
  return name === undefined ? contentOf(schema) : { $ref: `#/components/schemas/${name}` };
};

/** A schema in full. Named schemas inside become references. */
export const contentOf = (schema: object): unknown =>
  Object.fromEntries(
    Object.entries(schema)
      .filter(([keyword]) => keyword !== 'additionalProperties')
      .map(([keyword, value]) => [keyword, nested(value)]),
  );

const nested = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(nested);
  return typeof value === 'object' && value !== null ? publishSchema(value) : value;
};
