import type Router from '@koa/router';
import type { Context } from 'koa';
import { pathParameter, queryParameter } from '../shared/application.ts';
import { answerPage, wantsPage } from '../shared/page.ts';
import { isAbout } from '../shared/request-log.ts';
import type { Checkout } from './checkout.ts';
import { payerPage, unknownCheckoutPage } from './payer-page.ts';
import { scriptFor, type PayerScript } from './scripts.ts';
import type { Sessions } from './sessions.ts';

/** The dependencies of the payer's routes. */
export interface PayersSide<Session> {
  readonly sessions: Sessions<Session>;
  checkoutOf(session: Session): Checkout;
  /**
   * The response, in the provider's format, to a program that pays. Status 200: the session is paid or a debit is in
   * progress. 402: the attempt failed. 404: the payment is unknown. 409: the payment is closed.
   */
  payerAnswer(status: number, session: Session | undefined): unknown;
  readonly now: () => Date;
  /** Sends due notifications, and waits briefly for the responses. */
  readonly sendNotifications: () => Promise<void>;
}

/** The result of an attempt: the session is paid, its debit begins, or the attempt fails. */
type OutcomeOf = (checkout: Checkout, ctx: Context) => PayerScript['confirm'];

/**
 * Adds the payer's routes: the page, and the two actions of a payer. No key is needed, because only the payer knows the
 * URL.
 */
export const addPayerRoutes = <Session>(
  router: Router,
  { sessions, checkoutOf, payerAnswer, now, sendNotifications }: PayersSide<Session>,
): void => {
  const showPage = (ctx: Context, status: number, session: Session | undefined): void =>
    answerPage(ctx, status, session ? payerPage(checkoutOf(session), now()) : unknownCheckoutPage);

  const attempt = async (ctx: Context, session: Session | undefined, outcomeOf: OutcomeOf): Promise<number> => {
    if (!session) return 404;
    const checkout = checkoutOf(session);
    isAbout(ctx, checkout.id);
    if (checkout.state !== 'open') return 409;
    const outcome = outcomeOf(checkout, ctx);
    const isTaken = outcome === 'pay' || outcome === 'begin';
    if (isTaken) sessions[outcome](session);
    else sessions.failTry(session, outcome);
    await sendNotifications();
    return isTaken ? 200 : 402;
  };
  const addAct = (act: string, outcomeOf: OutcomeOf): void =>
    void router.post(`/pay/:id/${act}`, async (ctx) => {
      const id = pathParameter(ctx, 'id');
      const status = await attempt(ctx, sessions.find(id), outcomeOf);
      if (wantsPage(ctx)) return showPage(ctx, status, sessions.find(id));
      ctx.status = status;
      ctx.body = payerAnswer(status, sessions.find(id));
    });

  router.get('/pay/:id', (ctx) => {
    const session = sessions.find(pathParameter(ctx, 'id'));
    showPage(ctx, session ? 200 : 404, session);
  });
  /** Reloading the page after an attempt shows the payment's current state. */
  router.get('/pay/:id/:act', (ctx) => ctx.redirect(`/pay/${encodeURIComponent(pathParameter(ctx, 'id'))}`));

  addAct('confirm', (checkout, ctx) =>
    isAnotherPayer(checkout, queryParameter(ctx, 'from'))
      ? 'payer-mobile-mismatch'
      : scriptFor(checkout.mobile).confirm,
  );
  addAct('refuse', () => 'payment-failure');
};

/** The URL of the payer's page. */
export const payerUrl = (base: string, id: string): string => `${base}/pay/${id}`;

/** Compares only the digits, because an unencoded `+` arrives as a space. */
const isAnotherPayer = ({ mobile }: Checkout, from: string | undefined): boolean => {
  if (from === undefined || mobile === undefined) return false;
  return from.replace(/\D/g, '') !== mobile.slice(1);
};
