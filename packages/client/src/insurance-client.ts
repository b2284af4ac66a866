import { connect, type InsuranceClientOptions } from './connection.ts';
import { contractCalls, type ContractCalls } from './contract-calls.ts';
import { eventCalls, type EventCalls } from './event-calls.ts';
import { keyCalls, type KeyCalls } from './key-calls.ts';
import { quoteCalls, type QuoteCalls } from './quote-calls.ts';
import { vehicleCalls, type VehicleCalls } from './vehicle-calls.ts';

/**
 * The whole API for companies. Every operation is a function with the name of its `operationId`. The functions also
 * work detached from the client. Each function returns the API's result or throws. The error is `InsuranceApiError` if
 * the API refuses, `InsuranceConnectionError` if no response arrives, or the signal's reason if the caller aborts. Any
 * other error reports a wrong argument.
 */
export interface InsuranceClient extends VehicleCalls, QuoteCalls, ContractCalls, EventCalls, KeyCalls {}

/** Makes a client of the vehicle insurance API. A client is stateless and keeps nothing open. */
export const insuranceClient = (options: InsuranceClientOptions): InsuranceClient => {
  const connection = connect(options);
  return {
    ...vehicleCalls(connection),
    ...quoteCalls(connection),
    ...contractCalls(connection),
    ...eventCalls(connection),
    ...keyCalls(connection),
  };
};
