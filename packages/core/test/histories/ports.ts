import type {
  CertificateAuthority,
  ContractDocument,
  ContractQueries,
  Documents,
  DueWork,
  MobileMoney,
  UnitOfWork,
} from '@vehicle-insurance/core';

/** The ports through which a process meets the store and the outside: what a history delays, kills, and plants bugs in. */
export interface Ports {
  readonly unitOfWork: UnitOfWork;
  readonly dueWork: DueWork;
  readonly contractQueries: ContractQueries;
  readonly mobileMoney: MobileMoney;
  readonly certificateAuthority: CertificateAuthority;
  readonly documents: Documents;
  readonly contractDocument: ContractDocument;
}

/** Puts a bug into the ports. */
export type Plant = (ports: Ports) => Ports;

type Call = (...given: never[]) => Promise<unknown>;

/** `port` with `change` around some of its methods. */
export const around = <Port extends object, Name extends keyof Port>(
  port: Port,
  names: readonly Name[],
  change: (call: Call, name: Name) => Call,
): Port => ({
  ...port,
  ...Object.fromEntries(names.map((name) => [name, change(port[name] as Call, name)])),
});
