import type {
  AuditEntry,
  CertificateRequest,
  Contract,
  Instant,
  Outcome,
  Payment,
  Refund,
} from '@vehicle-insurance/core';
import type { Process } from './process.ts';

/** A provider's answer to a process, or its absence. */
export interface Answered {
  readonly call: string;
  readonly given: unknown;
  readonly outcome: Outcome<unknown>['outcome'];
  readonly asked: Instant;
  readonly process: Process;
}

/** A response of a provider or the authority, with the process and the call; or a file that could not be stored. */
export interface Reply {
  readonly call: string;
  readonly given: unknown;
  readonly said: Outcome<unknown, unknown> | 'not stored';
  readonly process: Process;
}

export interface Change<Row> {
  readonly before: Row | undefined;
  readonly after: Row;
  readonly entry: AuditEntry;
  readonly process: Process;
}

/** A law's checks, by occasion. They report violations to the journal. */
export interface Judge {
  readonly payment?: (change: Change<Payment>) => void;
  readonly refund?: (change: Change<Refund>) => void;
  readonly contract?: (change: Change<Contract>) => void;
  readonly certificate?: (change: Change<CertificateRequest>) => void;
  readonly closes?: (sessionId: string, process: Process) => void;
  readonly answered?: (what: Answered) => void;
  readonly reply?: (reply: Reply) => void;
  readonly commit?: () => void;
  /** After every step of a history, and after every round of jobs in the calm, its last part without failures. */
  readonly step?: () => void | Promise<void>;
  /** All failures have ended, and none will follow. */
  readonly calm?: () => void;
  /** At least a minute of the calm has passed, with a round of every job. */
  readonly round?: () => void | Promise<void>;
  /** Contracts have had the time to start and expire, on a day long after the calm. */
  readonly day?: () => void | Promise<void>;
  /** No work is left. */
  readonly rest?: () => void | Promise<void>;
}
