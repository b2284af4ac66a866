import type Router from '@koa/router';
import type { Context } from 'koa';
import { pathParameter, queryParameter } from '../kernel/app.ts';
import { answerPage, wantsPage } from '../kernel/page.ts';
import { isAbout } from '../kernel/request-log.ts';
import type { Checkout } from './checkout.ts';
import { payerPage, unknownCheckoutPage } from './payer-page.ts';
import { scriptFor, type PayerScript, type TryError } from './scripts.ts';

/** What the payer's routes work with. */
export interface PayerDoor {
  find(id: string): Checkout | undefined;
  /** Takes an open one: the debit is under way, and nobody is told before it ends. */
  begin(id: string): Checkout;
  /** Each of these takes an open one, and makes its notification due at once. */
  pay(id: string): Checkout;
  failTry(id: string, error: TryError): Checkout;
  /**
   * What a program is answered, in the provider's own words: 200 paid or being debited, 402 the try failed, 404 none,
   * 409 closed.
   */
  answer(status: number, id: string): unknown;
  readonly now: () => Date;
  /** Sends what is due, and waits a moment for the answers. */
  readonly tell: () => Promise<void>;
}

/** The payer's side: a page, and the two things a payer can do. No key; the address is the secret. */
export const addPayerRoutes = (router: Router, door: PayerDoor): void => {
  const { now } = door;

  /** The payer's try at an open payment, by which it is paid, its debit begins, or the try fails. */
  const attempt = async (ctx: Context, outcome: (checkout: Checkout) => PayerScript['confirm']): Promise<void> => {
    const id = pathParameter(ctx, 'id');
    const checkout = door.find(id);
    if (!checkout) return answer(ctx, 404, id);
    isAbout(ctx, id);
    if (checkout.state !== 'open') return answer(ctx, 409, id, checkout);
    const comes = outcome(checkout);
    const isTaken = comes === 'pay' || comes === 'begin';
    const after = isTaken ? door[comes](id) : door.failTry(id, comes);
    await door.tell();
    answer(ctx, isTaken ? 200 : 402, id, after);
  };

  const answer = (ctx: Context, status: number, id: string, checkout?: Checkout): void => {
    if (wantsPage(ctx)) return answerPage(ctx, status, checkout ? payerPage(checkout, now()) : unknownCheckoutPage);
    ctx.status = status;
    ctx.body = door.answer(status, id);
  };

  router.get('/pay/:id', (ctx) => {
    const checkout = door.find(pathParameter(ctx, 'id'));
    if (checkout) answerPage(ctx, 200, payerPage(checkout, now()));
    else answerPage(ctx, 404, unknownCheckoutPage);
  });
  /** A page that is loaded again after a try shows how the payment stands now. */
  router.get('/pay/:id/:act', (ctx) => ctx.redirect(`/pay/${encodeURIComponent(pathParameter(ctx, 'id'))}`));

  router.post('/pay/:id/confirm', (ctx) =>
    attempt(ctx, (checkout) => {
      if (isAnotherPayer(checkout, queryParameter(ctx, 'from'))) return 'payer-mobile-mismatch';
      return scriptFor(checkout.mobile).confirm;
    }),
  );
  router.post('/pay/:id/refuse', (ctx) => attempt(ctx, () => 'payment-failure'));
};

/** Where the payer confirms. */
export const payerUrl = (base: string, id: string): string => `${base}/pay/${id}`;

/** Only the digits count: a `+` that was not encoded arrives as a space. */
const isAnotherPayer = ({ mobile }: Checkout, from: string | undefined): boolean => {
  if (from === undefined || mobile === undefined) return false;
  return from.replace(/\D/g, '') !== mobile.slice(1);
};
