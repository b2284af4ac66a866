import { francs, maskedMobile, moment, shortReference, timeLeft, timeOfDay } from '../shared/french.ts';
import { ICONS } from '../shared/icons.ts';
import { markup, type Markup } from '../shared/markup.ts';
import { facts, headline, type Page } from '../shared/page.ts';
import { COUNTDOWN } from './countdown.ts';
import { TRY_ERRORS } from './scripts.ts';
import type { Checkout } from './checkout.ts';

const FRAME = {
  icon: ICONS.phone,
  heading: 'Paiement mobile',
  foot: 'Simulation\u00a0: aucun argent réel ne circule sur cette page.',
} as const;

export const payerPage = (checkout: Checkout, now: Date): Page => {
  if (checkout.state === 'paid') return paidPage(checkout);
  if (checkout.state === 'processing') return processingPage(checkout);
  return checkout.state === 'closed' ? closedPage(checkout) : openPage(checkout, now);
};

/** The page for a URL without a payment. */
export const unknownCheckoutPage: Page = {
  ...FRAME,
  title: 'Paiement introuvable',
  body: markup`
${headline('muted', ICONS.question, 'Paiement introuvable')}
<p class="lead">Cette adresse ne correspond à aucun paiement.
Vérifiez le lien reçu, ou demandez-en un nouveau à votre assureur.</p>`,
};

/** Whether the moment is today. On other days, the page shows the date as well. */
const isOn = (at: string, now: Date): boolean => at.slice(0, 10) === now.toISOString().slice(0, 10);

const openPage = (checkout: Checkout, now: Date): Page => {
  const { id, business, asked, reference, mobile, ends } = checkout;
  const left = new Date(ends).getTime() - now.getTime();
  const total = francs(asked);
  return {
    ...FRAME,
    title: `Payer ${total}`,
    script: COUNTDOWN,
    body: markup`
<h1 class="asks"><span>Paiement demandé par</span> ${business}</h1>
${failedTry(checkout)}
<p class="amount">${total}</p>
${facts([
  ['Référence', reference && shortReference(reference)],
  ['Numéro à débiter', mobile === undefined ? undefined : maskedMobile(mobile)],
  ['À payer avant', isOn(ends, now) ? timeOfDay(ends) : moment(ends)],
])}
<p class="left">${ICONS.clock}<span>Temps restant\u00a0:
<strong id="left" data-milliseconds="${left}">${timeLeft(left)}</strong></span></p>
<div class="actions">
<form method="post" action="/pay/${id}/confirm"><button class="button" type="submit">Payer ${total}</button></form>
<form method="post" action="/pay/${id}/refuse"><button class="button quiet" type="submit">Refuser</button></form>
</div>`,
  };
};

const failedTry = ({ failure }: Checkout): Markup | undefined =>
  failure &&
  markup`<div class="notice" role="alert">${ICONS.warning}<p><strong>Le paiement n’a pas abouti.</strong>
${TRY_ERRORS[failure]} Votre compte n’a pas été débité\u202f; vous pouvez réessayer.</p></div>`;

const paidPage = (checkout: Checkout): Page => {
  const { business, asked, reference, transaction, paidAt, refundedAt, wayBack } = checkout;
  const words = refundedAt ? 'Paiement remboursé' : 'Paiement effectué';
  return {
    ...FRAME,
    title: words,
    body: markup`
${headline('good', ICONS.check, words)}
<p class="amount">${francs(asked)}</p>
${facts([
  ['Bénéficiaire', business],
  ['Référence', reference && shortReference(reference)],
  ['Transaction', transaction],
  ['Payé le', paidAt && moment(paidAt)],
  ['Remboursé le', refundedAt && moment(refundedAt)],
])}
${back(wayBack.paid)}`,
  };
};

const processingPage = ({ business, asked, reference }: Checkout): Page => ({
  ...FRAME,
  title: 'Paiement en cours',
  body: markup`
${headline('muted', ICONS.clock, 'Paiement en cours')}
<p class="amount">${francs(asked)}</p>
<p class="lead">Votre confirmation a bien été reçue et le débit est en cours. Ne payez pas une seconde fois.
Rechargez cette page pour connaître le résultat.</p>
${facts([
  ['Bénéficiaire', business],
  ['Référence', reference && shortReference(reference)],
])}`,
});

const closedPage = ({ business, asked, reference, closedAt, wayBack }: Checkout): Page => ({
  ...FRAME,
  title: 'Paiement impossible',
  body: markup`
${headline('muted', ICONS.clock, 'Ce paiement n’est plus possible')}
<p class="lead">Votre compte n’a pas été débité. Pour payer, demandez un nouveau lien à ${business}.</p>
${facts([
  ['Montant', francs(asked)],
  ['Référence', reference && shortReference(reference)],
  ['Paiement clos le', moment(closedAt)],
])}
${back(wayBack.unpaid)}`,
});

/** The API has checked that `url` is a web URL. */
const back = (url: string): Markup =>
  markup`<div class="actions"><a class="button quiet" href="${url}" rel="noreferrer">Revenir au site</a></div>`;
