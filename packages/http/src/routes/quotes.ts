import { DURATIONS, later, POLICYHOLDER_NAME, QUOTE_STATUSES, USAGES, type Instant } from '@vehicle-insurance/core';
import { route } from '../route.ts';
import { EXAMPLE, boundedText, date, object, oneInteger, oneOf, text } from '../views/fields.ts';
import { PAGE_QUERY, pageView } from '../views/page.ts';
import { PAYMENT, paymentView, QUOTE_STANDING, quoteStandingView, type QuoteStandingView } from '../views/payment.ts';
import { QUOTE, QUOTE_PAGE, quoteView } from '../views/quote.ts';

const MOBILE_NUMBER =
  'Ivorian mobile number: 10 digits starting with 01, 05 or 07, with or without +225, spaces allowed.';

export const NEW_QUOTE = object({
  vehicleId: text('A vehicle of your company.', EXAMPLE.vehicleId),
  coverageId: text('A coverage for the type of the vehicle.', EXAMPLE.coverageId),
  duration: oneInteger(DURATIONS, 'Months.'),
  usage: oneOf(USAGES, '`pleasure` is private and business use, `renting` is rental.'),
  policyHolderName: boundedText(
    POLICYHOLDER_NAME,
    'The name of the policyholder, printed on the contract.',
    'Awa Koné',
  ),
  policyHolderPhone: text(`Printed on the certificate. ${MOBILE_NUMBER}`, '07 01 02 03 04'),
  startDate: date('First day covered: today or later, and by default at most 365 days from today.', EXAMPLE.startDate),
});

export const NEW_PAYMENT = object({
  phoneNumber: text(`The only number that can pay. ${MOBILE_NUMBER}`, '0701020304'),
});

/** Seconds between two polls of a payment (docs/api.md 5.9). */
const SOON = 3;
const LATER = 15;
const SOON_FOR = { minutes: 3 } as const;

/** Seconds until the next poll while the payer is confirming. */
const whilePending = ({ status, payment }: QuoteStandingView, now: Instant): number | undefined => {
  if (status !== 'payment_pending' || !payment) return undefined;
  return now < later(payment.created as Instant, SOON_FOR) ? SOON : LATER;
};

const QUOTE_LIST = object(
  {},
  {
    vehicleId: text('Only quotes of this vehicle.', EXAMPLE.vehicleId),
    status: oneOf(QUOTE_STATUSES, 'Only quotes with this status.'),
    ...PAGE_QUERY,
  },
);

export const quoteRoutes = [
  route({
    method: 'post',
    path: '/quote/create',
    tag: 'Quotes',
    summary: 'Create a quote',
    description: 'Prices one of your vehicles. The price does not change later. A vehicle can have many quotes.',
    useCase: 'createQuote',
    body: NEW_QUOTE,
    answer: { status: 201, schema: QUOTE },
    errors: ['vehicle_not_found', 'coverage_not_found', 'coverage_not_available'],
    command: ({ companyId, newId, body }) => ({ ...body, companyId, id: newId }),
    view: quoteView,
    isOneTransaction: () => true,
  }),
  route({
    method: 'get',
    path: '/quote',
    tag: 'Quotes',
    summary: 'List quotes',
    description: 'Most recent first, each with all its fields. All filters that are given must match.',
    useCase: 'listQuotes',
    query: QUOTE_LIST,
    answer: { status: 200, schema: QUOTE_PAGE },
    errors: [],
    command: ({ companyId, query }) => ({ ...query, companyId }),
    view: pageView(quoteView),
  }),
  route({
    method: 'get',
    path: '/quote/{id}',
    tag: 'Quotes',
    summary: 'Get a quote',
    description: 'Returns the same fields as the list.',
    useCase: 'getQuote',
    answer: { status: 200, schema: QUOTE },
    errors: ['quote_not_found'],
    command: ({ companyId, id }) => ({ companyId, quoteId: id }),
    view: quoteView,
  }),
  route({
    method: 'post',
    path: '/quote/{id}/pay',
    tag: 'Payments',
    summary: 'Pay a quote',
    description:
      'Opens a mobile-money payment for the premium and the payer’s fee: real money in production. Give ' +
      '`paymentUrl` to the payer, who has 30 minutes to confirm, and poll GET /quote/{id}/status. While a payment is ' +
      'pending, another call opens no second payment. After a failed payment, call again.',
    useCase: 'payQuote',
    body: NEW_PAYMENT,
    answer: { status: 201, schema: PAYMENT },
    errors: [
      'quote_not_found',
      'quote_already_paid',
      'payment_in_progress',
      'quote_incomplete',
      'quote_start_date_passed',
      'payment_unavailable',
      'rate_limited',
      'payment_provider_unavailable',
    ],
    command: ({ companyId, id, newId, body }) => ({ companyId, id: newId, quoteId: id, phoneNumber: body.phoneNumber }),
    view: (payment) => paymentView({ payment, refund: null }),
  }),
  route({
    method: 'get',
    path: '/quote/{id}/status',
    tag: 'Quotes',
    summary: 'Poll a quote',
    description:
      'Poll every few seconds while the payer is confirming, and later less often, as `Retry-After` requests.',
    useCase: 'getQuoteStatus',
    answer: { status: 200, schema: QUOTE_STANDING },
    errors: ['quote_not_found'],
    command: ({ companyId, id }) => ({ companyId, quoteId: id }),
    view: quoteStandingView,
    scheduleQuery: whilePending,
  }),
];
