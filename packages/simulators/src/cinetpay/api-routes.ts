import type { Context, Middleware } from 'koa';
import type { ProviderApi } from '../mobile-money/provider.ts';
import { isSilent, scriptFor } from '../mobile-money/scripts.ts';
import { cut } from '../shared/application.ts';
import { fieldsOf, jsonBody } from '../shared/json-body.ts';
import { isAbout } from '../shared/request-log.ts';
import { isSameSecret } from '../shared/secrets.ts';
import { paymentRequest } from './payment-request.ts';
import { RESULTS, type CinetPayResult } from './result.ts';
import { checkView, createdView } from './transaction-view.ts';
import { createTransaction, type Transaction } from './transaction.ts';

/** The merchant that CinetPay knows. Every request body contains the merchant's key and site. */
interface Merchant {
  readonly apiKey: string;
  readonly siteId: string;
}

/** Adds CinetPay's checkout API for the merchant. The API has only two calls. */
export const addApiRoutes = (
  { router, sessions: transactions, now, url, sendNotifications }: ProviderApi<Transaction>,
  merchant: Merchant,
): void => {
  const known = knownMerchant(merchant);
  const withReference = (reference: string): Transaction | undefined => transactions.by('reference', reference)[0];

  router.post('/v2/payment', jsonBody, known, async (ctx) => {
    const request = paymentRequest(fieldsOf(ctx.request.body));
    if (typeof request === 'string') return answer(ctx, 400, { ...RESULTS.badField, description: request });
    const { create } = scriptFor(request.customer_phone_number);
    if (create === 'refuse') return answer(ctx, 400, { ...RESULTS.badField, description: 'This account cannot pay.' });
    if (withReference(request.transaction_id))
      return answer(ctx, 409, { ...RESULTS.double, description: 'transaction_id: send a new one.' });

    const transaction = transactions.keep(createTransaction(request, now().toISOString()));
    isAbout(ctx, transaction.token);
    if (create === 'cut') return cut(ctx);
    if (create === 'pay first') {
      transactions.pay(transaction);
      await sendNotifications();
    }
    answer(ctx, 200, createdView(transaction, url));
  });

  router.post('/v2/payment/check', jsonBody, known, (ctx) => {
    const { transaction_id: reference } = fieldsOf(ctx.request.body);
    const transaction = withReference(String(reference));
    if (!transaction)
      return answer(ctx, 404, { ...RESULTS.none, description: 'Check the transaction_id.', data: null });
    isAbout(ctx, transaction.token);
    if (isSilent(transaction.customer_phone_number, transaction.created, now())) return cut(ctx);
    answer(ctx, 200, checkView(transaction));
  });
};

const answer = (ctx: Context, status: number, result: CinetPayResult): void => {
  ctx.status = status;
  ctx.body = result;
};

const knownMerchant =
  ({ apiKey, siteId }: Merchant): Middleware =>
  async (ctx, next) => {
    const { apikey, site_id } = fieldsOf(ctx.request.body);
    if (!isSameSecret(String(apikey), apiKey))
      return answer(ctx, 403, { ...RESULTS.badKey, description: 'No such apikey: check it.' });
    if (String(site_id) !== siteId)
      return answer(ctx, 403, { ...RESULTS.badSite, description: 'No such site_id: check it.' });
    await next();
  };
