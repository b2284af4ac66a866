import { contractMachine, DURATIONS, statesOf, USAGES, type QuoteView as Quoted } from '@vehicle-insurance/core';
import type { FromSchema } from 'json-schema-to-ts';
import { QUOTED_COVERAGE, quotedCoverageView } from './coverage.ts';
import { date, integer, object, oneInteger, oneOf, orNull, pageOf, text, textOrNull, timestamp } from './fields.ts';
import { VEHICLE, vehicleView } from './vehicle.ts';

/** api.md, "Quote status": a paid quote has its contract's. */
export const QUOTE_STATUSES = ['awaiting_payment', 'payment_pending', ...statesOf(contractMachine)] as const;

/** What a quote is about, wherever it is shown. */
export const QUOTE_TERMS = {
  id: text('Quote id.', '019a2f70-11aa-7c32-8d5e-6f708192a3b4'),
  amount: integer('Premium for the whole duration, in francs CFA. The provider’s fee comes on top.', 84_312),
  duration: oneInteger(DURATIONS, 'Months.'),
  usage: oneOf(USAGES, '`pleasure` is private and business use, `renting` is rental.'),
  startDate: date('First day covered.', '2026-03-15'),
  policyHolderName: text('Whom the contract is made out to.', 'Awa Koné'),
  policyHolderPhone: textOrNull('`+225` and 10 digits; null on old quotes only.', '+2250701020304'),
  coverageId: text('The coverage that was priced.', 'auto-third-party'),
} as const;

/** Null until the quote is paid. */
export const CONTRACT_ID = textOrNull('Set once the quote is paid.', '019a2f75-3c01-7aaf-b0c1-d2e3f4051627');

/** api.md, "Quote". */
export const QUOTE = object({
  ...QUOTE_TERMS,
  status: oneOf(QUOTE_STATUSES, 'Once paid, the status of its contract.'),
  contractId: CONTRACT_ID,
  coverage: orNull(QUOTED_COVERAGE),
  vehicle: VEHICLE,
  created: timestamp('When it was made.'),
});

/** api.md, "GET /quote". */
export const QUOTE_PAGE = pageOf(QUOTE);

/** A quote in an answer. */
export type QuoteView = FromSchema<typeof QUOTE>;

type Terms = Pick<QuoteView, keyof typeof QUOTE_TERMS>;

/** What a quote is about, under the names callers know. */
export const quoteTermsView = ({
  id,
  premium,
  duration,
  usage,
  startDate,
  policyholder,
  coverage,
}: Quoted['quote']): Terms => ({
  id,
  amount: premium.amount,
  duration,
  usage,
  startDate,
  policyHolderName: policyholder.name,
  policyHolderPhone: policyholder.phone,
  coverageId: coverage.id,
});

/** A quote with its vehicle, its coverage and where it stands. */
export const quoteView = ({ quote, vehicle, status, contractId }: Quoted): QuoteView => ({
  ...quoteTermsView(quote),
  status,
  contractId,
  coverage: quotedCoverageView(quote.coverage),
  vehicle: vehicleView(vehicle),
  created: quote.created,
});
