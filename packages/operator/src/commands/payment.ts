import {
  closePayment,
  pausePayments,
  paymentMachine,
  recordRefund,
  refundMachine,
  settleRefund,
  SETTLEMENTS,
  statesOf,
  type PaymentStatus,
  type RecordedRefund,
  type RefundStatus,
  type Settlement,
} from '@vehicle-insurance/core';
import { Option, type Command } from 'commander';
import { paymentsMeant, theCompany, thePayment } from '../meant.ts';
import { count, lastMoment, moment, LIMIT, said, type Moment } from '../options.ts';
import { paymentShown, paymentTable, paymentText } from '../shown/payment-shown.ts';
import { inWords, refuse } from '../refusal.ts';
import type { Run } from '../context.ts';

interface Listed {
  readonly since?: Moment;
  readonly until?: Moment;
  readonly company?: string;
  readonly status?: PaymentStatus;
  readonly refund?: RefundStatus;
  readonly most: number;
}

/** What an operator states about money they gave back. */
type Certainty = 'onPages' | 'unanswered' | 'unasked';

/** `payment`: payments and refunds. */
export const paymentCommands = (payment: Command, run: Run): void => {
  payment
    .command('show <payment>')
    .description('a payment, its refund and its history; several that may be meant are listed')
    .action((typed: string) =>
      run(async (context) => {
        const [meant, ...others] = await paymentsMeant(context, typed);
        if (meant && others.length > 0) {
          const listed = [meant, ...others];
          return { json: listed.map(paymentShown), text: paymentTable(listed) };
        }
        const details = await context.store.paymentQueries.find(meant?.payment.id ?? '');
        if (!details) return refuse(inWords({ code: 'payment_not_found' }));
        return { json: { ...paymentShown(details), history: details.history }, text: paymentText(details) };
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
    .option('--most <count>', 'no more than these', count, LIMIT)
    .action(({ since, until, company, status, refund, most }: Listed) =>
      run(async (context) => {
        const { ports, store } = context;
        const { zone } = ports;
        const filter = {
          since: since?.(zone),
          until: until?.(zone),
          companyId: company === undefined ? undefined : (await theCompany(context, company)).id,
          status,
          refund,
        };
        const listed = await store.paymentQueries.list(filter, most);
        return { json: listed.map(paymentShown), text: paymentTable(listed) };
      }),
    );
  payment
    .command('refunded <payment>')
    .description('record that the money was given back by hand, unless the provider has given it back')
    .requiredOption('--reference <reference>', 'of the transfer by which it went back', said)
    .requiredOption('--note <note>', 'what there is to say about it', said)
    .option(
      '--on-pages',
      'it left the provider’s own account, by its pages; where the provider has refunds, as a refund of this payment and not as a payout',
    )
    .option('--unanswered', 'although the provider does not answer: its own pages show no refund')
    .option(
      '--unasked',
      'without asking the provider: after a restore, while payments are paused, for what was recorded and is lost',
    )
    .action((typed: string, given: { reference: string; note: string } & Partial<Record<Certainty, true>>) =>
      run(async (context) => {
        const { ports, store, by } = context;
        const paymentId = await thePayment(context, typed);
        const recorded = await recordRefund(ports)({ paymentId, ...given, by });
        if (recorded.isErr()) return refuse(inWords(recorded.error));
        const details = await store.paymentQueries.find(paymentId);
        return {
          json: details && { ...paymentShown(details), givenBackBy: recorded.value.givenBackBy },
          text: recordedWords(recorded.value, given.reference, paymentId),
        };
      }),
    );
  payment
    .command('settle <payment>')
    .description('book what became of money that went back otherwise than the service asked for, once')
    .addOption(
      new Option(
        '--how <how>',
        'on_pages: what was recorded as a transfer was made on the provider’s pages; covered: the wallet was paid out to where the transfer came from; payer_owes: the statement’s refund was not due; transferred: your transfer went out though it had been given back; payer_settled: what the payer owed was paid back, or is borne',
      )
        .choices(SETTLEMENTS)
        .makeOptionMandatory(),
    )
    .requiredOption('--reason <reason>', 'how you know', said)
    .action((typed: string, { how, reason }: { how: Settlement; reason: string }) =>
      run(async (context) => {
        const paymentId = await thePayment(context, typed);
        const settled = await settleRefund(context.ports)({ paymentId, how, reason, by: context.by });
        if (settled.isErr()) return refuse(inWords(settled.error));
        const lines = settled.value.map(({ cause, amount }) => `Booked: ${cause}, ${amount} F CFA.`);
        return { json: settled.value, text: lines.join('\n') };
      }),
    );
  payment
    .command('close <payment>')
    .description('give up a pending payment whose provider does not answer; it stays on watch')
    .requiredOption('--why <why>', 'why it is given up', said)
    .action((typed: string, { why }: { why: string }) =>
      run(async (context) => {
        const { ports, store, by } = context;
        const paymentId = await thePayment(context, typed);
        const closed = await closePayment(ports)({ paymentId, why, by });
        if (closed.isErr()) return refuse(inWords(closed.error));
        const details = await store.paymentQueries.find(paymentId);
        return {
          json: details && paymentShown(details),
          text: 'The payment has failed, and its quote can be paid again. What is paid into it all the same goes back.',
        };
      }),
    );
  payment
    .command('pause')
    .description('open no payments until resumed, from the next request on; those that are open go on')
    .requiredOption('--why <why>', 'why nothing is to be opened', said)
    .action(({ why }: { why: string }) =>
      run(async ({ ports, by }) => {
        const paused = await pausePayments(ports)({ paused: true, why, by });
        if (paused.isErr()) return refuse(inWords(paused.error));
        return { json: { paused: true, why, by }, text: 'No payment is opened until `payment resume`.' };
      }),
    );
  payment
    .command('resume')
    .description('open payments again')
    .action(() =>
      run(async ({ ports, by }) => {
        await pausePayments(ports)({ paused: false, why: 'resumed', by });
        return { json: { paused: false }, text: 'Payments are opened again.' };
      }),
    );
};

/** The result of recording a refund, and of the transfer by which an operator gave the money back. */
const recordedWords = ({ refund, givenBackBy }: RecordedRefund, reference: string, paymentId: string): string => {
  const amount = `${refund.amount} F CFA`;
  if (givenBackBy === 'operator') return `${amount} are recorded as given back.`;
  const askBack = `ask for it back, and book that it is owed: \`payment settle ${paymentId} --how transferred\`.`;
  return givenBackBy === 'provider'
    ? `${refund.provider} has given ${amount} back itself, and that is recorded. Do not transfer them; if ${reference} has gone out already, ${askBack}`
    : `${amount} had been given back by another transfer, as \`payment show\` tells. ${reference} is kept in the history of the payment. If it has gone out as well, ${askBack}`;
};

const PAYMENT_STATUSES = statesOf(paymentMachine);
const REFUND_STATUSES = statesOf(refundMachine);
