import { newCertificateRequest } from '../../domain/certificate/certificate-request.ts';
import { contractMachine, daysCovered, type Contract } from '../../domain/contract/contract.ts';
import { policyNumber, type PolicyNumberFormat } from '../../domain/contract/policy-number.ts';
import type { Payment } from '../../domain/payment/payment.ts';
import type { Ids } from '../../ports/ids.ts';
import type { Transaction } from '../../ports/unit-of-work.ts';
import { dateOf, type Instant, type TimeZone } from '../../shared/calendar.ts';

/** What opening a contract needs besides the transaction it is part of. */
export interface ContractOpening {
  readonly ids: Ids;
  readonly zone: TimeZone;
  readonly policyNumberFormat: PolicyNumberFormat;
}

/** Opens the contract a payment has bought, and asks for its certificate: part of the payment's own transaction. */
export const openContract = async (
  tx: Transaction,
  { ids, zone, policyNumberFormat }: ContractOpening,
  payment: Payment,
  now: Instant,
): Promise<void> => {
  const { companyId, quoteId } = payment;
  const quote = await tx.quotes.find(companyId, quoteId);
  if (!quote) throw new Error('a payment without a quote cannot open a contract');
  const paidOn = dateOf(payment.completed ?? now, zone);
  const { company, ordinal } = await tx.contracts.nextOrdinal(companyId);
  const days = daysCovered(quote, paidOn);
  // After the ordinal, which is held until the end: whichever of two contracts opens second finds the first.
  const overlaps = await tx.contracts.coverSomeOf(companyId, quote.vehicleId, days);
  const contract: Contract = {
    id: ids.next(),
    companyId,
    quoteId,
    vehicleId: quote.vehicleId,
    paymentId: payment.id,
    ordinal,
    policyNumber: policyNumber(policyNumberFormat, { company, ordinal, paidOn }),
    status: contractMachine.initial,
    ...days,
    paidOn,
    documents: { certificateImage: null, contractDocument: null },
    documentsDue: null,
    overlaps,
    cancelled: null,
    created: now,
    updated: now,
  };
  await tx.contracts.add(contract, { at: now, why: 'its quote was paid' });
  await tx.certificateRequests.add(newCertificateRequest(contract, now), { at: now, why: 'its quote was paid' });
};
