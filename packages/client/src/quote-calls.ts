import type { Connection } from './connection.ts';
import { everyOf } from './every-item.ts';
import { signalOf, omitUndefined, posting } from './init.ts';
import type {
  RequestOptions,
  ListOptions,
  PageQuery,
  PostOptions,
  PaymentWaitOptions,
  QuoteFilter,
} from './options.ts';
import { paymentOutcome, paymentPace, type PaymentOutcome } from './outcomes.ts';
import { poll } from './poll.ts';
import type { NewPayment, NewQuote, Page, Payment, Quote, QuoteStatus } from './shapes.ts';

/** Quotes and their payments. */
export interface QuoteCalls {
  /** Prices a vehicle. The price never changes. */
  readonly createQuote: (quote: NewQuote, options?: PostOptions) => Promise<Quote>;
  /** One quote, with the lines of its premium and its status. */
  readonly getQuote: (quoteId: string, options?: RequestOptions) => Promise<Quote>;
  /** One page, most recent first. */
  readonly listQuotes: (query?: QuoteFilter & PageQuery, options?: RequestOptions) => Promise<Page<Quote>>;
  /** Every quote, most recent first; iterate with `for await`. */
  readonly quotes: (filter?: QuoteFilter, options?: ListOptions) => AsyncGenerator<Quote, void, undefined>;
  /**
   * Opens a payment, with real money in production. Send its `paymentUrl` to the payer, and call `waitForPayment`. If
   * `paymentUrl` is null, the payer confirms on the phone instead. While another payment is pending, the API refuses
   * with `payment_in_progress`, and the error contains the pending payment's URL.
   */
  readonly payQuote: (quoteId: string, payment: NewPayment, options?: PostOptions) => Promise<Payment>;
  /** A quote's status, with its latest payment. */
  readonly getQuoteStatus: (quoteId: string, options?: RequestOptions) => Promise<QuoteStatus>;
  /** Waits until the payer has confirmed or the payment has failed. Normally takes at most 31 minutes. */
  readonly waitForPayment: (quoteId: string, options?: PaymentWaitOptions) => Promise<PaymentOutcome>;
}

export const quoteCalls = ({ api, data, unwrap, time }: Connection): QuoteCalls => {
  const listQuotes: QuoteCalls['listQuotes'] = (query = {}, options) =>
    data(api.GET('/quote', { params: { query: omitUndefined(query) }, ...signalOf(options) }));
  const statusOf = (id: string, options?: RequestOptions) =>
    api.GET('/quote/{id}/status', { params: { path: { id } }, ...signalOf(options) });

  return {
    createQuote: async (body, options) => data(api.POST('/quote/create', { body, ...posting(options) })),
    getQuote: async (id, options) => data(api.GET('/quote/{id}', { params: { path: { id } }, ...signalOf(options) })),
    listQuotes,
    quotes: everyOf(listQuotes),
    payQuote: async (id, body, options) =>
      data(api.POST('/quote/{id}/pay', { params: { path: { id } }, body, ...posting(options) })),
    getQuoteStatus: (id, options) => data(statusOf(id, options)),
    waitForPayment: (id, { signal, onStatus } = {}) =>
      poll({
        check: () => unwrap(statusOf(id, { signal })),
        outcomeOf: paymentOutcome,
        pace: paymentPace,
        ...{ time, signal, onState: onStatus },
      }),
  };
};
