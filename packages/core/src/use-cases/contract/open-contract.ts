import { newCertificateRequest } from '../../domain/certificate/certificate-request.ts';
import { contractMachine, daysCovered, type Contract } from '../../domain/contract/contract.ts';
import { policyNumber } from '../../domain/contract/policy-number.ts';
import type { Payment } from '../../domain/payment/payment.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import type { Transaction } from '../../ports/unit-of-work.ts';
import { dateOf, type Instant } from '../../shared/calendar.ts';

/** Opens the contract that a payment bought, with its certificate request, in the transaction of the payment. */
export const openContract = async (
  tx: Transaction,
  { ids, zone, policyNumberFormat }: Pick<Dependencies, 'ids' | 'zone' | 'policyNumberFormat'>,
  payment: Payment,
  now: Instant,
): Promise<void> => {
  const { companyId, quoteId } = payment;
  const quote = await tx.quotes.find(companyId, quoteId);
  if (!quote) throw new Error('a payment without a quote cannot open a contract');
  const paidOn = dateOf(payment.completed ?? now, zone);
  const { company, ordinal } = await tx.contracts.nextOrdinal(companyId);
  const days = daysCovered(quote, paidOn);
  // Other contracts are read after the ordinal, which stays locked until the commit. So the second of two concurrent
  // contracts sees the first.
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
    authorityCode: null,
    documents: { certificateImage: null, contractDocument: null },
    documentsDue: null,
    overlaps,
    cancelled: null,
    created: now,
    updated: now,
  };
  const entry = { at: now, why: { code: 'quote_paid' } } as const;
  await tx.contracts.add(contract, entry);
  await tx.certificateRequests.add(newCertificateRequest(contract, now), entry);
};
