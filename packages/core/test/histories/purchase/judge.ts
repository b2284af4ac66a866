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

/** What a provider answered a process, or did not. */
export interface Answered {
  readonly call: string;
  readonly given: unknown;
  readonly outcome: Outcome<unknown>['outcome'];
  readonly asked: Instant;
  readonly process: Process;
}

/** A reply of a provider or the authority to a process and what it was asked; or that a file could not be stored. */
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

/** What a law looks at, whenever it happens. It reports what is broken to the journal. */
export interface Judge {
  readonly payment?: (change: Change<Payment>) => void;
  readonly refund?: (change: Change<Refund>) => void;
  readonly contract?: (change: Change<Contract>) => void;
  readonly certificate?: (change: Change<CertificateRequest>) => void;
  readonly closes?: (sessionId: string, process: Process) => void;
  readonly answered?: (what: Answered) => void;
  readonly reply?: (reply: Reply) => void;
  readonly commit?: () => void;
  /** After every step of a history, and every round of the calm at its end. */
  readonly step?: () => void | Promise<void>;
  /** The outside speaks, and nothing disturbs from now on. */
  readonly calm?: () => void;
  /** A minute or more of the calm has gone by, with a round of every job. */
  readonly round?: () => void | Promise<void>;
  /** Contracts have had the time to start and expire on a day long after the calm. */
  readonly day?: () => void | Promise<void>;
  /** Nothing waits for anything any more. */
  readonly rest?: () => void | Promise<void>;
}
