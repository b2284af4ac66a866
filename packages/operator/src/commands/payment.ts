import { exportedList, paymentList } from '@vehicle-insurance/console';
import {
  paymentMachine,
  refundMachine,
  statesOf,
  type PaymentStatus,
  type RefundStatus,
} from '@vehicle-insurance/core';
import { Option, type Command } from 'commander';
import { matchPayments, resolveCompany } from '../matches.ts';
import { count, lastMoment, moment, LIMIT, type Moment } from '../options.ts';
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

export const paymentCommands = (payment: Command, run: Run): void => {
  payment
    .command('show <payment>')
    .description('show a payment, its refund and its history; list the matches if there are several')
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
      'only payments created at or after this time, such as 2026-11-01 or 2026-11-01T08:00:00Z',
      moment,
    )
    .option(
      '--until <moment>',
      'only payments created at or before this time; a date includes the whole day',
      lastMoment,
    )
    .option('--company <company>', 'only payments of this company, by id or name')
    .addOption(new Option('--status <status>', 'only payments with this status').choices(PAYMENT_STATUSES))
    .addOption(new Option('--refund <status>', 'only payments whose refund has this status').choices(REFUND_STATUSES))
    .option('--csv', 'print CSV with the same columns as the console’s file')
    .option('--most <count>', `maximum number of lines (default: ${LIMIT}, or all with --csv)`, count)
    .action(({ since, until, company, status, refund, csv, most }: ListOptions) =>
      run(async (context) => {
        const { ports, store } = context;
        const { zone } = ports;
        const filter = {
          since: since?.(zone),
          until: until?.(zone),
          companyId: company === undefined ? undefined : (await resolveCompany(context, company)).id,
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
};

const PAYMENT_STATUSES = statesOf(paymentMachine);
const REFUND_STATUSES = statesOf(refundMachine);
