import type { Certificate } from '../domain/certificate/certificate.ts';
import type { Contract } from '../domain/contract/contract.ts';
import type { Quote } from '../domain/quote/quote.ts';
import type { Vehicle } from '../domain/vehicle/vehicle.ts';

/** Everything the contract document says. */
export interface ContractFacts {
  /** The intermediary through which the policyholder is insured. */
  readonly companyName: string;
  readonly contract: Contract;
  readonly quote: Quote;
  readonly vehicle: Vehicle;
  readonly certificate: Certificate;
  /** The address by which the paper proves itself without the authority; null where nothing signs. */
  readonly proof: string | null;
}

/** Writes the contract as a PDF in French. */
export interface ContractDocument {
  /** The finished PDF. No name the API accepts stops it, whatever its script. Throws only where the program is broken. */
  render(facts: ContractFacts): Promise<Uint8Array>;
}
