import { connect, type InsuranceClientOptions } from './connection.ts';
import { contractCalls, type ContractCalls } from './contract-calls.ts';
import { eventCalls, type EventCalls } from './event-calls.ts';
import { quoteCalls, type QuoteCalls } from './quote-calls.ts';
import { vehicleCalls, type VehicleCalls } from './vehicle-calls.ts';

/**
 * The whole API: every endpoint is a function under its `operationId`, and works when detached from the object. Each
 * returns the API's answer or throws: `InsuranceApiError` where it refused, `InsuranceConnectionError` where no answer
 * came, the signal's reason where the caller aborted.
 */
export interface InsuranceClient extends VehicleCalls, QuoteCalls, ContractCalls, EventCalls {}

/** A client of the vehicle insurance API. It is stateless and keeps nothing open: make one, or many. */
export const insuranceClient = (options: InsuranceClientOptions): InsuranceClient => {
  const connection = connect(options);
  return {
    ...vehicleCalls(connection),
    ...quoteCalls(connection),
    ...contractCalls(connection),
    ...eventCalls(connection),
  };
};
