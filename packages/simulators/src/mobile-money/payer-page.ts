import { francs, maskedMobile, moment, timeLeft, timeOfDay } from '../kernel/french.ts';
import { ICONS } from '../kernel/icons.ts';
import { markup, nothing, type Markup } from '../kernel/markup.ts';
import { facts, verdict, type Page } from '../kernel/page.ts';
import { COUNTDOWN } from './countdown.ts';
import { TRY_ERRORS } from './scripts.ts';
import type { Session } from './session.ts';

const FRAME = {
  icon: ICONS.phone,
  heading: 'Paiement mobile',
  foot: 'Simulation : aucun argent réel ne circule sur cette page.',
} as const;

/** The page of a payment as it stands. */
export const payerPage = (session: Session, now: Date): Page => {
  if (session.checkout_status === 'complete') return paidPage(session);
  return session.checkout_status === 'expired' ? closedPage(session) : openPage(session, now);
};

/** The page of an address that belongs to no payment. */
export const unknownSessionPage: Page = {
  ...FRAME,
  title: 'Paiement introuvable',
  body: markup`
${verdict('muted', ICONS.question, 'Paiement introuvable')}
<p class="lead">Cette adresse ne correspond à aucun paiement.
Vérifiez le lien reçu, ou demandez-en un nouveau à votre assureur.</p>`,
};

const openPage = (session: Session, now: Date): Page => {
  const left = new Date(session.when_expires).getTime() - now.getTime();
  const total = francs(session.asked);
  const mobile = session.restrict_payer_mobile;
  return {
    ...FRAME,
    title: `Payer ${total}`,
    script: COUNTDOWN,
    body: markup`
<h1 class="asks"><span>Paiement demandé par</span> ${session.business_name}</h1>
${failedTry(session)}
<p class="amount">${total}</p>
${facts([
  ['Référence', session.client_reference],
  ['Compte', mobile === undefined ? undefined : maskedMobile(mobile)],
  ['À payer avant', timeOfDay(session.when_expires)],
])}
<p class="left">${ICONS.clock}<span>Temps restant :
<strong id="left" data-milliseconds="${left}">${timeLeft(left)}</strong></span></p>
<div class="actions">
<form method="post" action="/pay/${session.id}/confirm"><button class="button" type="submit">Payer ${total}</button></form>
<form method="post" action="/pay/${session.id}/refuse"><button class="button quiet" type="submit">Refuser</button></form>
</div>`,
  };
};

const failedTry = ({ last_payment_error: error }: Session): Markup =>
  error === undefined
    ? nothing
    : markup`<div class="notice" role="alert">${ICONS.warning}<p><strong>Le paiement n’a pas abouti.</strong>
${TRY_ERRORS[error.code]} Rien n’a été débité ; vous pouvez réessayer.</p></div>`;

const paidPage = (session: Session): Page => {
  const [refund] = session.refunds;
  const words = refund ? 'Paiement remboursé' : 'Paiement effectué';
  return {
    ...FRAME,
    title: words,
    body: markup`
${verdict('good', ICONS.check, words)}
<p class="amount">${francs(session.asked)}</p>
${facts([
  ['Payé à', session.business_name],
  ['Référence', session.client_reference],
  ['Transaction', session.transaction_id],
  ['Payé le', session.when_completed && moment(session.when_completed)],
  ['Remboursé le', refund && moment(refund.at)],
])}
${wayBack(session.success_url)}`,
  };
};

const closedPage = (session: Session): Page => ({
  ...FRAME,
  title: 'Paiement fermé',
  body: markup`
${verdict('muted', ICONS.clock, 'Ce paiement est fermé')}
<p class="lead">Rien n’a été débité. Pour payer, demandez un nouveau lien à ${session.business_name}.</p>
${facts([
  ['Montant', francs(session.asked)],
  ['Référence', session.client_reference],
  ['Fermé le', moment(session.states.at(-1)?.at ?? session.when_expires)],
])}
${wayBack(session.error_url)}`,
});

/** Both addresses are https: that was checked when the session was opened. */
const wayBack = (url: string): Markup =>
  markup`<div class="actions"><a class="button quiet" href="${url}" rel="noreferrer">Revenir au site</a></div>`;
