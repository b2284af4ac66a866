import { createHash, timingSafeEqual } from 'node:crypto';
import type Router from '@koa/router';
import type { Context, Middleware } from 'koa';
import { cut } from '../kernel/app.ts';
import { fieldsOf, jsonBody } from '../kernel/json-body.ts';
import { isAbout } from '../kernel/request-log.ts';
import { scriptFor } from '../payer/scripts.ts';
import { paymentRequest } from './payment-request.ts';
import { RESULTS, type CinetPayResult } from './result.ts';
import { checkView, createdView } from './transaction-view.ts';
import { isSilent } from './transaction.ts';
import type { Transactions } from './transactions.ts';

/** What CinetPay's routes work with. */
export interface CinetPayApi {
  readonly transactions: Transactions;
  readonly apiKey: string;
  readonly siteId: string;
  readonly now: () => Date;
  readonly url: string;
  /** Sends what is due, and waits a moment for the answers. */
  readonly tell: () => Promise<void>;
}

/** CinetPay's checkout API, for the merchant: two calls, and no more. */
export const addApiRoutes = (router: Router, { transactions, now, url, tell, ...merchant }: CinetPayApi): void => {
  const known = knownMerchant(merchant);

  router.post('/v2/payment', jsonBody, known, async (ctx) => {
    const request = paymentRequest(fieldsOf(ctx.request.body));
    if (typeof request === 'string') return answer(ctx, 400, { ...RESULTS.badField, description: request });
    const { create } = scriptFor(request.customer_phone_number);
    if (create === 'refuse') return answer(ctx, 400, { ...RESULTS.badField, description: 'This account cannot pay.' });
    if (transactions.byReference(request.transaction_id))
      return answer(ctx, 409, { ...RESULTS.double, description: 'transaction_id: send one that is new.' });

    const transaction = transactions.create(request);
    isAbout(ctx, transaction.token);
    if (create === 'cut') return cut(ctx);
    if (create === 'pay first') {
      transactions.pay(transaction);
      await tell();
    }
    answer(ctx, 200, createdView(transaction, url));
  });

  router.post('/v2/payment/check', jsonBody, known, (ctx) => {
    const { transaction_id: reference } = fieldsOf(ctx.request.body);
    const transaction = transactions.byReference(String(reference));
    if (!transaction)
      return answer(ctx, 404, { ...RESULTS.none, description: 'Check the transaction_id.', data: null });
    isAbout(ctx, transaction.token);
    if (isSilent(transaction, now())) return cut(ctx);
    answer(ctx, 200, checkView(transaction));
  });
};

const answer = (ctx: Context, status: number, result: CinetPayResult): void => {
  ctx.status = status;
  ctx.body = result;
};

/** The key and the site come with every body. */
const knownMerchant = ({ apiKey, siteId }: Pick<CinetPayApi, 'apiKey' | 'siteId'>): Middleware => {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  const expected = digest(apiKey);
  return async (ctx, next) => {
    const { apikey, site_id } = fieldsOf(ctx.request.body);
    if (!timingSafeEqual(digest(String(apikey)), expected))
      return answer(ctx, 403, { ...RESULTS.badKey, description: 'No such apikey: check it.' });
    if (String(site_id) !== siteId)
      return answer(ctx, 403, { ...RESULTS.badSite, description: 'No such site_id: check it.' });
    await next();
  };
};
