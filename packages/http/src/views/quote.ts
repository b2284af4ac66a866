import {
  DURATIONS,
  QUOTE_STATUSES,
  totalOf,
  USAGES,
  type LineKind,
  type Premium,
  type QuoteDetails as Quoted,
  type QuoteTermsShown,
} from '@vehicle-insurance/core';
import type { FromSchema } from 'json-schema-to-ts';
import { QUOTED_COVERAGE, quotedCoverageView } from './coverage.ts';
import {
  EXAMPLE,
  date,
  integer,
  listOf,
  object,
  oneInteger,
  oneOf,
  orNull,
  text,
  textOrNull,
  timestamp,
} from './fields.ts';
import { pageOf } from './page.ts';
import { VEHICLE, vehicleView } from './vehicle.ts';

/** The terms of a quote, the same in every response. */
export const QUOTE_TERMS = {
  id: text('Quote id.', EXAMPLE.quoteId),
  amount: integer('Premium for the whole duration, in francs CFA. The payer’s fee is added.', 84_358),
  duration: oneInteger(DURATIONS, 'Months.'),
  usage: oneOf(USAGES, '`pleasure` is private and business use, `renting` is rental.'),
  startDate: date('First day covered.', EXAMPLE.startDate),
  policyHolderName: text('The name of the policyholder, printed on the contract.', 'Awa Koné'),
  policyHolderPhone: textOrNull('`+225` and 10 digits; null on old quotes only.', '+2250701020304'),
  coverageId: text('The coverage on which the price is based.', EXAMPLE.coverageId),
} as const;

/** Null until the quote is paid. */
export const CONTRACT_ID = textOrNull('Set once the quote is paid.', EXAMPLE.contractId);

const LINE_KINDS = ['net', 'fee', 'tax', 'levy'] as const;

/** One line of a premium, as printed on the contract. */
export const PREMIUM_LINE = object({
  kind: oneOf(LINE_KINDS, '`net` is a price of the cover itself, `levy` a fixed charge or a contribution by law.'),
  label: text('In French, as printed on the contract.', 'Responsabilité civile'),
  amount: integer('In francs CFA.', 68_675),
});

/**
 * docs/api.md 3.3. Lists contain whole quotes too, so a caller need not read each quote of a list again. The store
 * reads the whole row in any case.
 */
export const QUOTE = object({
  ...QUOTE_TERMS,
  status: oneOf(QUOTE_STATUSES, 'Once paid, the status of its contract.'),
  contractId: CONTRACT_ID,
  premiumLines: {
    ...listOf(PREMIUM_LINE),
    description: 'The lines of the premium, which add up to `amount`. Empty on old quotes imported without lines.',
    examples: [
      [
        { kind: 'net', label: 'Responsabilité civile', amount: 68_675 },
        { kind: 'fee', label: 'Accessoires', amount: 5_000 },
        { kind: 'tax', label: 'Taxe sur les assurances', amount: 10_683 },
      ],
    ],
  },
  coverage: orNull(QUOTED_COVERAGE),
  vehicle: VEHICLE,
  created: timestamp('When it was created.'),
});

/** docs/api.md 5.7. */
export const QUOTE_PAGE = pageOf(QUOTE);

/** A quote in a response. */
export type QuoteView = FromSchema<typeof QUOTE>;

type Terms = Pick<QuoteView, keyof typeof QUOTE_TERMS>;

export const quoteTermsView = ({
  id,
  premium,
  duration,
  usage,
  startDate,
  policyholder,
  coverage,
}: QuoteTermsShown): Terms => ({
  id,
  amount: premium.amount,
  duration,
  usage,
  startDate,
  policyHolderName: policyholder.name,
  policyHolderPhone: policyholder.phone,
  coverageId: coverage.id,
});

/** A quote with its vehicle, its coverage and its status. */
export const quoteView = ({ quote, vehicle, status, contractId }: Quoted): QuoteView => ({
  ...quoteTermsView(quote),
  status,
  contractId,
  premiumLines: premiumLinesView(quote.premium),
  coverage: quotedCoverageView(quote.coverage),
  vehicle: vehicleView(vehicle),
  created: quote.created,
});

/** An `adjustment` raises a premium to its minimum. Like a component, it is shown as a price of the cover itself. */
const KINDS: Readonly<Record<LineKind, (typeof LINE_KINDS)[number]>> = {
  component: 'net',
  adjustment: 'net',
  fee: 'fee',
  tax: 'tax',
  levy: 'levy',
};

/**
 * The lines of an imported quote may not add up to the amount. Such lines are hidden, because they would explain
 * another price.
 */
const premiumLinesView = ({ amount, lines }: Premium): QuoteView['premiumLines'] =>
  totalOf(lines) === amount
    ? lines.map((line) => ({ kind: KINDS[line.kind], label: line.label, amount: line.amount }))
    : [];
