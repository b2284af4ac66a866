import { chargedAmount, type PaymentWithRefund, type RefundStatus } from '@vehicle-insurance/core';
import { paymentView } from '@vehicle-insurance/http';
import { Option, type Command } from 'commander';
import { historyText, table } from './answer.ts';
import { count, moment, MOST, said, type Moment } from './options.ts';
import { inWords, refuse } from './refuse.ts';
import type { Run } from './workplace.ts';

interface Listed {
  readonly since?: Moment;
  readonly refund?: Exclude<RefundStatus, 'done'>;
  readonly most: number;
}

/** `payment`: what was asked for, paid and given back. */
export const paymentVerbs = (payment: Command, run: Run): void => {
  payment
    .command('show <payment>')
    .description('a payment, its refund and its history')
    .action((id: string) =>
      run(async ({ store }) => {
        const view = await store.paymentViews.find(id);
        if (!view) return refuse(inWords({ code: 'payment_not_found' }));
        const { payment: shown, refund, history } = view;
        const text = [
          `${shown.status}  ${chargedAmount(shown)} F CFA (fees ${shown.fees})  ${shown.payer}  ${shown.failureReason ?? ''}`.trimEnd(),
          `${shown.provider}  ${shown.session?.id ?? 'no session known'}  ${shown.due?.trouble ?? ''}`.trimEnd(),
          refund
            ? `refund ${refund.status}: ${refund.amount} F CFA  ${refund.due?.trouble ?? ''}`.trimEnd()
            : 'no refund',
          '',
          historyText(history),
        ].join('\n');
        return { json: { ...paymentShown(view), history }, text };
      }),
    );
  payment
    .command('list')
    .description('payments of all companies, the latest first')
    .option('--since <moment>', 'created then or later, such as 2026-11-01 or 2026-11-01T08:00:00Z', moment)
    .addOption(new Option('--refund <status>', 'whose money has not gone back').choices(['due', 'manual']))
    .option('--most <count>', 'no more than these', count, MOST)
    .action(({ since, refund, most }: Listed) =>
      run(async ({ get, store }) => {
        const views = await store.paymentViews.list({ since: since?.(get('zone')), refund }, most);
        const rows = views.map((view) => [
          view.payment.id,
          view.payment.status,
          chargedAmount(view.payment),
          view.payment.payer,
          view.payment.failureReason,
          view.refund?.status ?? null,
          view.payment.created,
        ]);
        return {
          json: views.map(paymentShown),
          text: table(['ID', 'STATUS', 'FRANCS', 'PAYER', 'WHY', 'REFUND', 'CREATED'], rows),
        };
      }),
    );
  payment
    .command('refunded <payment>')
    .description('record that the money was given back by hand, unless the provider has given it back')
    .requiredOption('--reference <reference>', 'of the transfer by which it went back', said)
    .requiredOption('--note <note>', 'what there is to say about it', said)
    .option('--unanswered', 'although the provider does not answer: its own pages show no refund')
    .action((paymentId: string, given: { reference: string; note: string; unanswered?: true }) =>
      run(async ({ get, store, by }) => {
        const recorded = await get('recordRefund')({ paymentId, ...given, by });
        if (recorded.isErr()) return refuse(inWords(recorded.error));
        const { refund, givenBackBy } = recorded.value;
        const view = await store.paymentViews.find(paymentId);
        return {
          json: view && { ...paymentShown(view), givenBackBy },
          text:
            givenBackBy === 'operator'
              ? `${refund.amount} F CFA are recorded as given back.`
              : `${refund.provider} has given ${refund.amount} F CFA back itself, and that is recorded. Do not transfer them; if ${given.reference} has gone out already, ask for it back.`,
        };
      }),
    );
  payment
    .command('close <payment>')
    .description('give up a pending payment whose provider does not answer; it stays on watch')
    .requiredOption('--why <why>', 'why it is given up', said)
    .action((paymentId: string, { why }: { why: string }) =>
      run(async ({ get, store, by }) => {
        const closed = await get('closePayment')({ paymentId, why, by });
        if (closed.isErr()) return refuse(inWords(closed.error));
        const view = await store.paymentViews.find(paymentId);
        return {
          json: view && paymentShown(view),
          text: 'The payment has failed, and its quote can be paid again. What is paid into it all the same goes back.',
        };
      }),
    );
  payment
    .command('pause')
    .description('open no payments until resumed, within five seconds; those that are open go on')
    .requiredOption('--why <why>', 'why nothing is to be opened', said)
    .action(({ why }: { why: string }) =>
      run(async ({ get, by }) => {
        await get('pausePayments')({ paused: true, why, by });
        return { json: { paused: true, why, by }, text: 'No payment is opened until `payment resume`.' };
      }),
    );
  payment
    .command('resume')
    .description('open payments again')
    .action(() =>
      run(async ({ get, by }) => {
        await get('pausePayments')({ paused: false, why: 'resumed', by });
        return { json: { paused: false }, text: 'Payments are opened again.' };
      }),
    );
};

/** A payment as callers see it, and what only operators do. */
const paymentShown = ({ payment, refund }: PaymentWithRefund) => {
  const { refund: shownRefund, ...shown } = paymentView({ payment, refund });
  return {
    ...shown,
    // Callers are shown no attempt that is still opening; an operator is told what it is.
    status: payment.status,
    refund: shownRefund && { ...shownRefund, nextTry: refund?.due?.at ?? null, trouble: refund?.due?.trouble ?? null },
    companyId: payment.companyId,
    payer: payment.payer,
    provider: payment.provider,
    providerSessionId: payment.session?.id ?? null,
    providerSessionExpires: payment.session?.expires ?? null,
    nextCheck: payment.due?.at ?? null,
    trouble: payment.due?.trouble ?? null,
  };
};
