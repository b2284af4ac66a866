import type Router from '@koa/router';
import type { Context } from 'koa';
import { pathParameter, queryParameter } from '../kernel/app.ts';
import { answerPage, wantsPage } from '../kernel/page.ts';
import { isAbout } from '../kernel/request-log.ts';
import { payerPage, unknownSessionPage } from './payer-page.ts';
import { scriptFor, type TryError } from './scripts.ts';
import type { Session } from './session.ts';
import type { Sessions } from './sessions.ts';

/** What the payer's routes work with. */
export interface PayerDoor {
  readonly sessions: Sessions;
  readonly now: () => Date;
  /** Sends what is due, and waits a moment for the answers. */
  readonly tell: () => Promise<void>;
}

/** The payer's side: a page, and the two things a payer can do. No key; the address is the secret. */
export const addPayerRoutes = (router: Router, { sessions, now, tell }: PayerDoor): void => {
  /** The payer's try at an open session, by which the session is paid or the try fails. */
  const attempt = async (ctx: Context, failure: (session: Session) => TryError | undefined): Promise<void> => {
    const session = sessions.find(pathParameter(ctx, 'id'));
    if (!session) return unknown(ctx);
    isAbout(ctx, session.id);
    if (session.checkout_status !== 'open') return answer(ctx, 409, session);
    const error = failure(session);
    const after = error === undefined ? sessions.pay(session) : sessions.failTry(session, error);
    await tell();
    answer(ctx, error === undefined ? 200 : 402, after);
  };

  const answer = (ctx: Context, status: number, session: Session): void => {
    if (wantsPage(ctx)) return answerPage(ctx, status, payerPage(session, now()));
    ctx.status = status;
    ctx.body = payerAnswer(status, session);
  };

  const unknown = (ctx: Context): void => {
    if (wantsPage(ctx)) return answerPage(ctx, 404, unknownSessionPage);
    ctx.status = 404;
    ctx.body = {
      code: 'checkout-session-not-found',
      message: 'There is no such payment: check the address.',
      details: [],
    };
  };

  router.get('/pay/:id', (ctx) => {
    const session = sessions.find(pathParameter(ctx, 'id'));
    if (session) answerPage(ctx, 200, payerPage(session, now()));
    else answerPage(ctx, 404, unknownSessionPage);
  });
  /** A page that is loaded again after a try shows how the session stands now. */
  router.get('/pay/:id/:act', (ctx) => ctx.redirect(`/pay/${encodeURIComponent(pathParameter(ctx, 'id'))}`));

  router.post('/pay/:id/confirm', (ctx) =>
    attempt(ctx, (session) => {
      if (isAnotherPayer(session, queryParameter(ctx, 'from'))) return 'payer-mobile-mismatch';
      const { confirm } = scriptFor(session.restrict_payer_mobile);
      return confirm === 'pay' ? undefined : confirm;
    }),
  );
  router.post('/pay/:id/refuse', (ctx) => attempt(ctx, () => 'payment-failure'));
};

/** Only the digits count: a `+` that was not encoded arrives as a space. */
const isAnotherPayer = (session: Session, from: string | undefined): boolean => {
  if (from === undefined || session.restrict_payer_mobile === undefined) return false;
  return from.replace(/\D/g, '') !== session.restrict_payer_mobile.slice(1);
};

const payerAnswer = (status: number, session: Session): unknown => {
  const { id, checkout_status, transaction_id = null } = session;
  if (status === 200) return { id, checkout_status, transaction_id };
  if (status === 402) return { ...session.last_payment_error, details: [], id, checkout_status };
  return {
    code: 'checkout-session-closed',
    message: 'The session has ended: open another payment.',
    details: [],
    id,
    checkout_status,
  };
};
