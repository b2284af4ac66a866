import type { PaymentStatus, RefundStatus } from '@vehicle-insurance/core';
import { Option, type Command } from 'commander';
import { paymentsMeant, theCompany, thePayment } from './meant.ts';
import { count, lastMoment, moment, MOST, said, type Moment } from './options.ts';
import { paymentShown, paymentTable, paymentText } from './payment-shown.ts';
import { inWords, refuse } from './refuse.ts';
import type { Run } from './workplace.ts';

interface Listed {
  readonly since?: Moment;
  readonly until?: Moment;
  readonly company?: string;
  readonly status?: PaymentStatus;
  readonly refund?: RefundStatus;
  readonly most: number;
}

/** `payment`: what was asked for, paid and given back. */
export const paymentVerbs = (payment: Command, run: Run): void => {
  payment
    .command('show <payment>')
    .description('a payment, its refund and its history; several that may be meant are listed')
    .action((typed: string) =>
      run(async (workplace) => {
        const [meant, ...others] = await paymentsMeant(workplace, typed);
        if (meant && others.length > 0) {
          const views = [meant, ...others];
          return { json: views.map(paymentShown), text: paymentTable(views) };
        }
        const view = await workplace.store.paymentViews.find(meant?.payment.id ?? '');
        if (!view) return refuse(inWords({ code: 'payment_not_found' }));
        return { json: { ...paymentShown(view), history: view.history }, text: paymentText(view) };
      }),
    );
  payment
    .command('list')
    .description('payments of all companies, the latest first')
    .option('--since <moment>', 'created then or later, such as 2026-11-01 or 2026-11-01T08:00:00Z', moment)
    .option('--until <moment>', 'created then or earlier; a day counts to its end', lastMoment)
    .option('--company <company>', 'of a company, by id or name')
    .addOption(new Option('--status <status>', 'which are').choices(PAYMENT_STATUSES))
    .addOption(new Option('--refund <status>', 'where the money to give back stands').choices(REFUND_STATUSES))
    .option('--most <count>', 'no more than these', count, MOST)
    .action(({ since, until, company, status, refund, most }: Listed) =>
      run(async (workplace) => {
        const { get, store } = workplace;
        const zone = get('zone');
        const filter = {
          since: since?.(zone),
          until: until?.(zone),
          companyId: company === undefined ? undefined : (await theCompany(workplace, company)).id,
          status,
          refund,
        };
        const views = await store.paymentViews.list(filter, most);
        return { json: views.map(paymentShown), text: paymentTable(views) };
      }),
    );
  payment
    .command('refunded <payment>')
    .description('record that the money was given back by hand, unless the provider has given it back')
    .requiredOption('--reference <reference>', 'of the transfer by which it went back', said)
    .requiredOption('--note <note>', 'what there is to say about it', said)
    .option('--unanswered', 'although the provider does not answer: its own pages show no refund')
    .action((typed: string, given: { reference: string; note: string; unanswered?: true }) =>
      run(async (workplace) => {
        const { get, store, by } = workplace;
        const paymentId = await thePayment(workplace, typed);
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
    .action((typed: string, { why }: { why: string }) =>
      run(async (workplace) => {
        const { get, store, by } = workplace;
        const paymentId = await thePayment(workplace, typed);
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

const PAYMENT_STATUSES = ['opening', 'pending', 'succeeded', 'failed'] as const satisfies readonly PaymentStatus[];
const REFUND_STATUSES = ['due', 'manual', 'done'] as const satisfies readonly RefundStatus[];
