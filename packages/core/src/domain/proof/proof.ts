import type { LocalDate } from '../../shared/calendar.ts';

/** The papers that carry a proof. In a token, the number of a paper is the paper's position in this list, from 1. */
export const PROVEN_DOCUMENTS = ['contract', 'receipt'] as const;

/** A paper that carries a proof. */
export type ProvenDocument = (typeof PROVEN_DOCUMENTS)[number];

/**
 * The facts that a paper proves without a query to the service: which vehicle is insured, and on which days. A proof
 * names no person.
 */
export interface Proof {
  readonly document: ProvenDocument;
  readonly licencePlate: string;
  readonly firstDay: LocalDate;
  readonly lastDay: LocalDate;
  readonly policyNumber: string;
  /** Null on a paper that was made before the certificate was issued. */
  readonly certificateNumber: string | null;
}
