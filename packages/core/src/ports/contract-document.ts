import type { Certificate } from '../domain/certificate/certificate.ts';
import type { Company } from '../domain/company/company.ts';
import type { Cancellation } from '../domain/contract/cancellation.ts';
import type { Contract } from '../domain/contract/contract.ts';
import type { Conditions, Translation } from '../domain/coverage/policy-conditions.ts';
import type { Insurer } from '../domain/coverage/insurer.ts';
import type { Payment } from '../domain/payment/payment.ts';
import type { Quote } from '../domain/quote/quote.ts';
import type { Vehicle } from '../domain/vehicle/vehicle.ts';
import type { Language } from '../shared/message.ts';

/** The facts that the papers of a contract show. Unknown facts are omitted. */
export interface PaperFacts {
  /** The intermediary through which the policyholder is insured. */
  readonly companyName: string;
  /** Other known details of the intermediary. */
  readonly intermediary?: Pick<Company, 'legalForm' | 'address' | 'licence' | 'phone'>;
  /** The insurer for whom the coverage was sold. Only the insurer's name is always known. */
  readonly insurer: Omit<Insurer, 'code'>;
  /** The policy conditions under which the coverage was sold; null if the catalogue has none. */
  readonly conditions: Conditions | null;
  /**
   * English translations of texts of the coverage, the premium and the insurer. A text without a translation stays
   * French.
   */
  readonly translations?: readonly Translation[];
  readonly contract: Contract;
  readonly quote: Quote;
  readonly vehicle: Vehicle;
  /** The payment's amount, provider and time; null if no payment is on record. */
  readonly payment: PaidFacts | null;
  /** Only programs that embed this package set these two fields: the API has no such fields. */
  readonly policyholderAddress?: string;
  readonly chassisNumber?: string;
}

/** The part of a payment that its papers show. */
export type PaidFacts = Pick<Payment, 'id' | 'provider' | 'amount' | 'fees' | 'completed'>;

/** A paper that may contain a proof. */
interface Proven {
  /** The URL of the proof. Null if there is no signer, or if a number is too long for a proof. */
  readonly proof: string | null;
}

/** The content of the contract document. */
export interface ContractFacts extends PaperFacts, Proven {
  readonly certificate: Certificate;
  /**
   * The text of the authority's own QR code; null if the document must not print the code. If there is no text, or if
   * the text is no web address, the document links to `qrCodeLink`, unless that is the address of a picture.
   */
  readonly authorityCode: string | null;
}

/** The content of a receipt. */
export interface ReceiptFacts extends PaperFacts, Proven {
  readonly payment: PaidFacts;
}

/** The content of a statement of cancellation. */
export interface CancellationFacts extends PaperFacts {
  readonly payment: PaidFacts;
  readonly cancelled: Cancellation;
}

/** Writes the papers of a contract as PDF. */
export interface ContractDocument {
  /**
   * The contract document as PDF, in French by default. Renders any name that the API accepts, in any script. Throws
   * only if there is a bug.
   */
  render(facts: ContractFacts, language?: Language): Promise<Uint8Array>;
  /** The receipt (quittance) as PDF; otherwise like `render`. */
  receipt(facts: ReceiptFacts, language?: Language): Promise<Uint8Array>;
  /** The statement of cancellation as PDF: the refund and its computation; otherwise like `render`. */
  cancellation(facts: CancellationFacts, language?: Language): Promise<Uint8Array>;
}
