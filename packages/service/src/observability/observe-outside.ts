import type { Result } from '@vehicle-insurance/core';
import type { MobileMoneyGateway } from '@vehicle-insurance/mobile-money';
import type { ServiceDecorators } from '../composition/compose.ts';

export interface OutsideCall {
  /** A provider's name, `authority`, or `documents`. */
  readonly system: string;
  readonly call: string;
}

/** The outcome of a call: one of the four outcomes, or `threw`. A missing document counts as `refused`. */
export type CallOutcome = 'done' | 'refused' | 'not_yet' | 'unknown' | 'threw';

/** Wraps an outside call. `outcomeOfResult` returns the outcome of the call's result. */
export type AroundCall = <Said>(
  call: OutsideCall,
  ask: () => Promise<Said>,
  outcomeOfResult: (said: Said) => CallOutcome,
) => Promise<Said>;

/**
 * Wraps the calls to providers, the certificate authority and the document store. Reading a statement is not wrapped.
 */
export const observeOutside = (around: AroundCall): ServiceDecorators => ({
  mobileMoney: ([opening, ...others]) => [
    observeProvider(opening, around),
    ...others.map((gateway) => observeProvider(gateway, around)),
  ],
  certificateAuthority: (authority) => ({
    ...authority,
    ...observe(authority, 'authority', ['request', 'ask', 'find', 'annul', 'image', 'code'], around, outcomeOf),
  }),
  documents: (documents) => ({
    ...documents,
    ...observe(documents, 'documents', ['put', 'read', 'remove'], around, resultOf),
  }),
});

const observeProvider = (gateway: MobileMoneyGateway, around: AroundCall): MobileMoneyGateway => ({
  ...gateway,
  ...observe(gateway, gateway.provider, ['open', 'read', 'search', 'expire', 'refund'], around, outcomeOf),
});

const outcomeOf = ({ outcome }: { readonly outcome: CallOutcome }): CallOutcome => outcome;
/** An unavailable document store counts as `unknown`, like a provider that does not respond. */
const resultOf = (result: Result<unknown, { readonly code: string }>): CallOutcome => {
  if (result.isOk()) return 'done';
  return result.error.code === 'storage_unavailable' ? 'unknown' : 'refused';
};

type Call = (...args: never[]) => Promise<unknown>;

const observe = <Name extends string, Said, Port extends Readonly<Record<Name, (...args: never[]) => Promise<Said>>>>(
  port: Port,
  system: string,
  names: readonly Name[],
  around: AroundCall,
  outcomeOfResult: (said: Said) => CallOutcome,
): Pick<Port, Name> =>
  Object.fromEntries(
    names.map((call): [Name, Call] => [
      call,
      (...args) => around({ system, call }, () => port[call](...args), outcomeOfResult),
    ]),
  ) as Pick<Port, Name>;
