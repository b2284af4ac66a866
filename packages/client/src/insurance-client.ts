import { connect, type InsuranceClientOptions } from './connection.ts';
import { contractCalls, type ContractCalls } from './contract-calls.ts';
import { quoteCalls, type QuoteCalls } from './quote-calls.ts';
import { vehicleCalls, type VehicleCalls } from './vehicle-calls.ts';

/**
 * The whole API: every endpoint is a function under its `operationId`, and may be taken out of the object. Each answers
 * what the API answers, or throws: `InsuranceApiError` where it refused, `InsuranceConnectionError` where no answer
 * came, the signal's reason where the caller gave up.
 */
export interface InsuranceClient extends VehicleCalls, QuoteCalls, ContractCalls {}

/** A client of the vehicle insurance API. It keeps nothing open and has no state: make one, or many. */
export const insuranceClient = (options: InsuranceClientOptions): InsuranceClient => {
  const connection = connect(options);
  return { ...vehicleCalls(connection), ...quoteCalls(connection), ...contractCalls(connection) };
};
