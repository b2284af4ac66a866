import type { Cancellation, Certificate, CertificateRequest, Contract } from '@vehicle-insurance/core';
import { day, SOME_MORNING } from './days.ts';
import { freshId, freshText } from './ids.ts';

/** A contract that has not started and has no documents. */
export const aContract = (over: Partial<Contract> = {}): Contract => ({
  id: freshId(),
  companyId: freshId(),
  quoteId: freshId(),
  vehicleId: freshId(),
  paymentId: freshId(),
  ordinal: 1,
  policyNumber: freshText('VI-'),
  status: 'pending',
  startDate: day('2026-02-01'),
  endDate: day('2027-01-31'),
  paidOn: day('2026-01-15'),
  authorityCode: null,
  documents: { certificateImage: null, contractDocument: null },
  documentsDue: null,
  overlaps: false,
  cancelled: null,
  created: SOME_MORNING,
  updated: SOME_MORNING,
  ...over,
});

/** The cancellation of a contract that has covered no day, without a refund. */
export const aCancellation = (over: Partial<Cancellation> = {}): Cancellation => ({
  at: SOME_MORNING,
  code: 'other',
  reason: 'it cannot be insured',
  lastDay: null,
  soldUntil: day('2027-01-31'),
  refund: null,
  ...over,
});

/** An issued certificate. */
export const aCertificate = (over: Partial<Certificate> = {}): Certificate => ({
  certificateNumber: freshText('CI-2026-'),
  insuranceCompany: "Compagnie d'Assurance Exemple",
  effectiveDate: day('2026-02-01'),
  expiryDate: day('2027-01-31'),
  pdfLink: 'https://authority.example/certificate.pdf',
  imageLink: 'https://authority.example/certificate.png',
  qrCodeLink: 'https://authority.example/check',
  ...over,
});

/** A request that has not been sent to the authority. */
export const aCertificateRequest = (over: Partial<CertificateRequest> = {}): CertificateRequest => ({
  contractId: freshId(),
  companyId: freshId(),
  status: 'pending',
  accepted: null,
  certificate: null,
  attached: null,
  refusals: 0,
  firstRefused: null,
  refusal: null,
  annulment: null,
  concern: null,
  answered: 0,
  created: SOME_MORNING,
  due: { at: SOME_MORNING, attempts: 0 },
  ...over,
});
