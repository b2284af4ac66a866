import { exportedList, paymentList } from '@vehicle-insurance/console';
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
import { matchPayments, theCompany, thePayment } from '../matches.ts';
import { count, lastMoment, moment, LIMIT, requiredText, type Moment } from '../options.ts';
import { csvText } from '../views/csv-text.ts';
import { paymentJson, paymentTable, paymentText } from '../views/payment-view.ts';
import { inWords, refuse } from '../refusal.ts';
import type { Run } from '../context.ts';

interface ListOptions {
  readonly since?: Moment;
  readonly until?: Moment;
  readonly company?: string;
  readonly status?: PaymentStatus;
  readonly refund?: RefundStatus;
  readonly csv?: true;
  readonly most?: number;
}

/** Options by which an operator confirms how the money was refunded. */
type Certainty = 'onPages' | 'unanswered' | 'unasked';

/** `payment`: payments and refunds. */
export const paymentCommands = (payment: Command, run: Run): void => {
  payment
    .command('show <payment>')
    .description('show a payment, its refund and its history; lists the matches if there are several')
    .action((typed: string) =>
      run(async (context) => {
        const [match, ...others] = await matchPayments(context, typed);
        if (match && others.length > 0) {
          const listed = [match, ...others];
          return { json: listed.map(paymentJson), text: paymentTable(listed) };
        }
        const details = await context.store.paymentQueries.find(match?.payment.id ?? '');
        if (!details) return refuse(inWords({ code: 'payment_not_found' }));
        return { json: { ...paymentJson(details), history: details.history }, text: paymentText(details) };
      }),
    );
  payment
    .command('list')
    .description('list payments of all companies, latest first')
    .option(
      '--since <moment>',
      'only those created at or after this time, such as 2026-11-01 or 2026-11-01T08:00:00Z',
      moment,
    )
    .option('--until <moment>', 'only those created at or before this time; a day counts to its end', lastMoment)
    .option('--company <company>', 'only those of this company, by id or name')
    .addOption(new Option('--status <status>', 'only payments with this status').choices(PAYMENT_STATUSES))
    .addOption(new Option('--refund <status>', 'only payments whose refund has this status').choices(REFUND_STATUSES))
    .option('--csv', 'print CSV with the columns of the console’s file')
    .option('--most <count>', `maximum number of lines (default: ${LIMIT}, or all with --csv)`, count)
    .action(({ since, until, company, status, refund, csv, most }: ListOptions) =>
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
        if (csv) {
          const text = await csvText(exportedList(paymentList, store, { filter, zone, most }));
          return { json: text, text };
        }
        const listed = await store.paymentQueries.list(filter, most ?? LIMIT);
        return { json: listed.map(paymentJson), text: paymentTable(listed) };
      }),
    );
  payment
    .command('refunded <payment>')
    .description('record a refund that you made by hand; does nothing if the provider has refunded the payment')
    .requiredOption('--reference <reference>', 'reference of your transfer to the payer', requiredText)
    .requiredOption('--note <note>', 'note for the history', requiredText)
    .option(
      '--on-pages',
      'you refunded it on the provider’s website, from our account there; if the provider has refunds, as a refund of this payment and not as a payout',
    )
    .option(
      '--unanswered',
      'record it although the provider does not answer; you have checked that its website shows no refund',
    )
    .option(
      '--unasked',
      'record it without querying the provider; only after a restore, while payments are paused, to enter a lost record again',
    )
    .action((typed: string, options: { reference: string; note: string } & Partial<Record<Certainty, true>>) =>
      run(async (context) => {
        const { ports, store, by } = context;
        const paymentId = await thePayment(context, typed);
        const recorded = await recordRefund(ports)({ paymentId, ...options, by });
        if (recorded.isErr()) return refuse(inWords(recorded.error));
        const details = await store.paymentQueries.find(paymentId);
        return {
          json: details && { ...paymentJson(details), givenBackBy: recorded.value.givenBackBy },
          text: recordedWords(recorded.value, options.reference, paymentId),
        };
      }),
    );
  payment
    .command('settle <payment>')
    .description('book, once, a refund that was made in a different way from the one the service requested')
    .addOption(
      new Option(
        '--how <how>',
        'on_pages: the refund recorded as a transfer was made on the provider’s website; covered: the wallet paid the account from which you transferred; payer_owes: the refund on the statement was not due; transferred: you transferred money that had already been refunded; payer_settled: the payer paid the debt, or it is written off',
      )
        .choices(SETTLEMENTS)
        .makeOptionMandatory(),
    )
    .requiredOption('--reason <reason>', 'how you know this', requiredText)
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
    .description('close a pending payment whose provider does not answer; money that arrives later is refunded')
    .requiredOption('--why <why>', 'reason for closing it', requiredText)
    .action((typed: string, { why }: { why: string }) =>
      run(async (context) => {
        const { ports, store, by } = context;
        const paymentId = await thePayment(context, typed);
        const closed = await closePayment(ports)({ paymentId, why, by });
        if (closed.isErr()) return refuse(inWords(closed.error));
        const details = await store.paymentQueries.find(paymentId);
        return {
          json: details && paymentJson(details),
          text: 'The payment has failed, and its quote can be paid again. Money that still arrives for it is refunded.',
        };
      }),
    );
  payment
    .command('pause')
    .description('reject new payments from the next request on, until `payment resume`; open payments continue')
    .requiredOption('--why <why>', 'reason for the pause', requiredText)
    .action(({ why }: { why: string }) =>
      run(async ({ ports, by }) => {
        const paused = await pausePayments(ports)({ paused: true, why, by });
        if (paused.isErr()) return refuse(inWords(paused.error));
        return { json: { paused: true, why, by }, text: 'New payments are rejected until `payment resume`.' };
      }),
    );
  payment
    .command('resume')
    .description('accept new payments again')
    .action(() =>
      run(async ({ ports, by }) => {
        await pausePayments(ports)({ paused: false, why: 'resumed', by });
        return { json: { paused: false }, text: 'New payments are accepted again.' };
      }),
    );
};

/** The result of recording a refund, and what to do if the operator’s own transfer was one too many. */
const recordedWords = ({ refund, givenBackBy }: RecordedRefund, reference: string, paymentId: string): string => {
  const amount = `${refund.amount} F CFA`;
  if (givenBackBy === 'operator') return `${amount} are recorded as refunded.`;
  const getItBack = `ask the payer to return it, and book the debt: \`payment settle ${paymentId} --how transferred\`.`;
  return givenBackBy === 'provider'
    ? `${refund.provider} has refunded ${amount} itself, which is now recorded. Do not transfer them. If you already sent ${reference}, ${getItBack}`
    : `${amount} were already refunded by another transfer; \`payment show\` shows it. ${reference} is recorded in the history of the payment. If you sent it as well, ${getItBack}`;
};

const PAYMENT_STATUSES = statesOf(paymentMachine);
const REFUND_STATUSES = statesOf(refundMachine);
