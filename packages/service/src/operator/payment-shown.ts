import { chargedAmount, type PaymentView, type PaymentWithRefund } from '@vehicle-insurance/core';
import { paymentView } from '@vehicle-insurance/http';
import { historyText, table } from './answer.ts';
import type { Persistence } from '@vehicle-insurance/persistence';

type History = NonNullable<Awaited<ReturnType<Persistence['paymentViews']['find']>>>['history'];

/** A payment as callers see it, and what only operators do. */
export const paymentShown = ({ payment, refund, companyName }: PaymentView) => {
  const { refund: shownRefund, ...shown } = paymentView({ payment, refund });
  return {
    ...shown,
    // Callers are shown no attempt that is still opening; an operator is told what it is.
    status: payment.status,
    refund: shownRefund && { ...shownRefund, nextTry: refund?.due?.at ?? null, trouble: refund?.due?.trouble ?? null },
    companyId: payment.companyId,
    companyName,
    payer: payment.payer,
    provider: payment.provider,
    providerSessionId: payment.session?.id ?? null,
    providerSessionExpires: payment.session?.expires ?? null,
    nextCheck: payment.due?.at ?? null,
    trouble: payment.due?.trouble ?? null,
  };
};

const nextOf = ({ payment, refund }: PaymentWithRefund): string | null => refund?.due?.at ?? payment.due?.at ?? null;
const errorOf = ({ payment, refund }: PaymentWithRefund): string | null =>
  refund?.due?.trouble ?? payment.due?.trouble ?? null;

/** Payments, one a line. */
export const paymentTable = (views: readonly PaymentView[]): string =>
  table(
    ['ID', 'STATUS', 'FRANCS', 'PAYER', 'WHY', 'REFUND', 'COMPANY', 'QUOTE', 'CREATED', 'NEXT TRY', 'LAST ERROR'],
    views.map((view) => [
      view.payment.id,
      view.payment.status,
      chargedAmount(view.payment),
      view.payment.payer,
      view.payment.failureReason,
      view.refund?.status ?? null,
      view.companyName,
      view.payment.quoteId,
      view.payment.created,
      nextOf(view),
      errorOf(view),
    ]),
  );

/** One payment, its refund and its history. */
export const paymentText = (view: PaymentView & { readonly history: History }): string => {
  const { payment, refund, companyName, history } = view;
  const { status, failureReason, session, due } = payment;
  return [
    `${status}  ${chargedAmount(payment)} F CFA (fees ${payment.fees})  ${payment.payer}  ${failureReason ?? ''}`.trimEnd(),
    `${companyName}  quote ${payment.quoteId}  payment ${payment.id}`,
    `${payment.provider}  ${session?.id ?? 'no session known'}  ${nextText(due)}`,
    refund ? `refund ${refund.status}: ${refund.amount} F CFA  ${nextText(refund.due)}` : 'no refund',
    '',
    historyText(history),
  ].join('\n');
};

/** When something is tried again, and why the last try came to nothing. */
export const nextText = (due: { readonly at: string; readonly trouble?: string } | null): string =>
  due === null ? 'no next try' : `next try ${due.at}${due.trouble === undefined ? '' : `, last error: ${due.trouble}`}`;
