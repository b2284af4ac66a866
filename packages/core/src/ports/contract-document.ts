import type { Certificate } from '../domain/certificate/certificate.ts';
import type { Company } from '../domain/company/company.ts';
import type { Contract } from '../domain/contract/contract.ts';
import type { Conditions, Translation } from '../domain/coverage/policy-conditions.ts';
import type { Insurer } from '../domain/coverage/insurer.ts';
import type { Payment } from '../domain/payment/payment.ts';
import type { Quote } from '../domain/quote/quote.ts';
import type { Vehicle } from '../domain/vehicle/vehicle.ts';

/** The languages papers are written in; French is the one that binds. */
export const LANGUAGES = ['fr', 'en'] as const;
/** A language of papers. */
export type Language = (typeof LANGUAGES)[number];

/** What every paper of a contract shows. What is unknown is left out of the paper. */
export interface PaperFacts {
  /** The intermediary through which the policyholder is insured. */
  readonly companyName: string;
  /** What else is known of it. */
  readonly intermediary?: Pick<Company, 'legalForm' | 'address' | 'licence' | 'phone'>;
  /** The insurer the coverage was sold for; at least its name is known. */
  readonly insurer: Omit<Insurer, 'code'>;
  /** The terms the coverage was sold on; null where its catalogue named none. */
  readonly conditions: Conditions | null;
  /** English for French texts of the coverage, the premium and the insurer; what has none stays French. */
  readonly translations?: readonly Translation[];
  readonly contract: Contract;
  readonly quote: Quote;
  readonly vehicle: Vehicle;
  /** What was paid, to whom and when; null where no payment is on record. */
  readonly payment: PaidFacts | null;
  /** Set by embedders only: the API has neither field. */
  readonly policyholderAddress?: string;
  readonly chassisNumber?: string;
}

/** The part of a payment that its papers show. */
export type PaidFacts = Pick<Payment, 'id' | 'provider' | 'amount' | 'fees' | 'completed'>;

/** A paper that may prove itself. */
interface Proven {
  /** The address by which the paper proves itself without the authority; null without a signer. */
  readonly proof: string | null;
}

/** Everything the contract document says. */
export interface ContractFacts extends PaperFacts, Proven {
  readonly certificate: Certificate;
  /** The text of the authority's own code; null prints the certificate's address without a code. */
  readonly authorityCode: string | null;
}

/** Everything a receipt says. */
export interface ReceiptFacts extends PaperFacts, Proven {
  readonly payment: PaidFacts;
}

/** Writes the papers of a contract as PDF. */
export interface ContractDocument {
  /**
   * The finished PDF, in French unless another language is asked for. Renders any name the API accepts, in any script.
   * Throws only on a bug.
   */
  render(facts: ContractFacts, language?: Language): Promise<Uint8Array>;
  /** What was paid, as a paper of its own (quittance); else as `render`. */
  receipt(facts: ReceiptFacts, language?: Language): Promise<Uint8Array>;
}
