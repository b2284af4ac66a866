import { chargedAmount } from '@vehicle-insurance/core';
import { Command } from 'commander';
import { refuse, table } from './answer.ts';
import type { Run } from './workplace.ts';

/** `payment`: what was asked for, paid and given back. */
export const paymentCommand = (run: Run): Command => {
  const payment = new Command('payment').description('payments of all companies');
  payment
    .command('show <payment>')
    .description('a payment, its refund and its history')
    .action((id: string) =>
      run(async ({ store }) => {
        const view = await store.paymentViews.find(id);
        if (!view) return refuse('There is no such payment. Check the id.');
        const { payment: shown, refund, history } = view;
        const text = [
          `${shown.status}  ${chargedAmount(shown)} F CFA (fees ${shown.fees})  ${shown.payer}  ${shown.failureReason ?? ''}`.trimEnd(),
          `${shown.provider} ${shown.session?.id ?? 'no session known'}`,
          refund ? `refund ${refund.status}: ${refund.amount} F CFA` : 'no refund',
          '',
          table(
            ['WHEN', 'WHAT', 'FROM', 'TO', 'WHY', 'BY'],
            history.map((each) => [each.at, each.what, each.from, each.to, each.why, each.by ?? null]),
          ),
        ].join('\n');
        return { json: { ...shown, chargedAmount: chargedAmount(shown), refund, history }, text };
      }),
    );
  return payment;
};
