import {
  StoreUnavailable,
  type CertificateAuthority,
  type ContractDays,
  type ContractDocument,
  type ContractQueries,
  type Documents,
  type DueWork,
  type IdempotencyKeys,
  type MobileMoney,
  type PaymentQueries,
  type UnitOfWork,
} from '@vehicle-insurance/core';

/** The ports of a process to the store and the outside, whose calls a history delays and cuts off. */
export interface Ports {
  readonly unitOfWork: UnitOfWork;
  readonly dueWork: DueWork;
  readonly contractQueries: ContractQueries;
  readonly paymentQueries: PaymentQueries;
  readonly contractDays: ContractDays;
  readonly idempotencyKeys: IdempotencyKeys;
  readonly mobileMoney: readonly MobileMoney[];
  readonly certificateAuthority: CertificateAuthority;
  readonly documents: Documents;
  readonly contractDocument: ContractDocument;
}

export class CommittedUnconfirmed extends StoreUnavailable {}

export type Call = (...given: never[]) => Promise<unknown>;

export const around = <Port extends object, Name extends keyof Port>(
  port: Port,
  names: readonly Name[],
  change: (call: Call, name: Name) => Call,
): Port => {
  const changed = { ...port };
  for (const name of names) changed[name] = change(port[name] as Call, name) as Port[Name];
  return changed;
};
