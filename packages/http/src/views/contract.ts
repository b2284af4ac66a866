import {
  CANCELLATION_CODES,
  certificateMachine,
  contractMachine,
  refundMachine,
  statesOf,
  type Cancellation,
  type Certificate,
  type ContractWithLinks,
} from '@vehicle-insurance/core';
import type { FromSchema } from 'json-schema-to-ts';
import { EXAMPLE, date, integer, object, oneOf, orNull, text, textOrNull, timestamp } from './fields.ts';
import { pageOf } from './page.ts';
import { QUOTE_TERMS, quoteTermsView } from './quote.ts';
import { VEHICLE, vehicleView } from './vehicle.ts';

/** docs/api.md 3.6. */
export const CERTIFICATE = object({
  certificateNumber: text('The number that the police check.', 'CI-2026-0001234567'),
  insuranceCompany: text('The insurer that carries the risk.', 'Assurances du Golfe'),
  effectiveDate: date('First day.', EXAMPLE.startDate),
  expiryDate: date('Last day.', '2027-03-14'),
  pdfLink: text('The certificate, as hosted by the authority.', 'https://certificates.example/CI-2026-0001234567.pdf'),
  imageLink: text(
    'The picture of the certificate, as hosted by the authority.',
    'https://certificates.example/CI-2026-0001234567.png',
  ),
  qrCodeLink: text('QR code for checks.', 'https://certificates.example/CI-2026-0001234567/qr'),
});

const LINK = 'Works without a key for one hour from this response; null until the file is stored.';

export const CANCELLED = object({
  at: timestamp('When the operator cancelled the contract.'),
  code: oneOf(CANCELLATION_CODES, 'The kind of reason. New values may be added.'),
  reason: text('The operator’s reason.', 'The vehicle cannot be insured for these days.'),
  lastDay: {
    ...textOrNull('Last day of cover, the same as `endDate`; null if no day was covered. `YYYY-MM-DD`.', '2026-09-30'),
    format: 'date',
  },
  refund: orNull(
    object({
      amount: integer('What the payer gets back.', 57_719),
      status: oneOf(statesOf(refundMachine), '`manual`: a person makes the refund.'),
    }),
  ),
});

/** docs/api.md 3.5. */
export const CONTRACT = object({
  id: text('Equals the `contractId` of its quote.', EXAMPLE.contractId),
  status: oneOf(statesOf(contractMachine), '`started` from its first to its last day.'),
  policyNumber: textOrNull('Printed on every document.', 'VI-1-2026-000042'),
  startDate: { ...textOrNull('First day covered. `YYYY-MM-DD`.', EXAMPLE.startDate), format: 'date' },
  endDate: { ...textOrNull('Last day covered. `YYYY-MM-DD`.', '2027-03-14'), format: 'date' },
  paymentId: textOrNull('The payment that opened the contract.', EXAMPLE.paymentId),
  certificateStatus: oneOf(statesOf(certificateMachine), '`failed`: contact the operator with the contract id.'),
  quote: object(QUOTE_TERMS),
  vehicle: VEHICLE,
  certificate: orNull(CERTIFICATE),
  documents: object({
    certificateImageUrl: textOrNull(
      LINK,
      'https://insurance.example/documents/certificate.png?expires=1&name=VI-1-2026-000042.png&signature=a',
    ),
    contractDocumentUrl: textOrNull(
      LINK,
      'https://insurance.example/documents/contract?expires=1&name=VI-1-2026-000042.pdf&signature=b',
    ),
  }),
  cancelled: orNull(CANCELLED),
  created: timestamp('When its quote was paid.'),
  updated: timestamp('When the contract last changed. A change of its vehicle’s external id does not count.'),
});

/** docs/api.md 5.10. */
export const CONTRACT_PAGE = pageOf(CONTRACT);

/** A contract in a response. */
export type ContractView = FromSchema<typeof CONTRACT>;

/** Only the documented fields, in the documented order. */
const certificateView = (certificate: Certificate): FromSchema<typeof CERTIFICATE> => ({
  certificateNumber: certificate.certificateNumber,
  insuranceCompany: certificate.insuranceCompany,
  effectiveDate: certificate.effectiveDate,
  expiryDate: certificate.expiryDate,
  pdfLink: certificate.pdfLink,
  imageLink: certificate.imageLink,
  qrCodeLink: certificate.qrCodeLink,
});

const cancellationView = (
  { at, code, reason, lastDay, refund }: Cancellation,
  status: ContractWithLinks['refundStatus'],
): FromSchema<typeof CANCELLED> => ({
  ...{ at, code, reason, lastDay },
  refund: refund && status && { amount: refund.amount, status },
});

/** A contract with its quote, vehicle, certificate and new links. */
export const contractView = ({
  contract,
  certificateRequest,
  quote,
  vehicle,
  refundStatus,
  links,
}: ContractWithLinks): ContractView => ({
  id: contract.id,
  status: contract.status,
  policyNumber: contract.policyNumber,
  startDate: contract.startDate,
  endDate: contract.endDate,
  paymentId: contract.paymentId,
  certificateStatus: certificateRequest.status,
  quote: quoteTermsView(quote),
  vehicle: vehicleView(vehicle),
  certificate: certificateRequest.certificate && certificateView(certificateRequest.certificate),
  documents: links,
  cancelled: contract.cancelled && cancellationView(contract.cancelled, refundStatus),
  created: contract.created,
  updated: contract.updated,
});
