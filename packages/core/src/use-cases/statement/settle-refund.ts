import type { Cause } from '../../domain/ledger/entry.ts';
import type { RefundCause } from '../../domain/ledger/entries.ts';
import type { PaymentNotFound } from '../../domain/payment/payment.ts';
import {
  explainDifference as explained,
  subjectOfFinding,
  type Difference,
} from '../../domain/statement/difference.ts';
import type { Finding } from '../../domain/statement/match.ts';
import { transferOf } from '../../domain/statement/movement.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import type { ReferenceFacts } from '../../ports/statements.ts';
import type { By } from '../../shared/author.ts';
import { CURRENCY, type Francs } from '../../shared/money.ts';
import { Err, Ok, type Result } from '../../shared/result.ts';
import { author, fields, oneOf, plainText, shortText, type InvalidRequest } from '../../shared/rules.ts';
import { transfersIn } from '../payment/record-refund.ts';
import { recordInHistory } from '../record-in-history.ts';
import { bookCertainFees } from './book-fees.ts';
import { lineFindingsIn } from './findings.ts';

/**
 * The ways to settle a refund that was not made as the service requested:
 *
 * - `on_pages`: the refund was recorded as a transfer from another account, but was made on the provider's website.
 * - `covered`: the wallet repaid the account from which the transfer was made.
 * - `payer_owes`: according to the statement, the payer received money that was not due, and must return it.
 * - `transferred`: a recorded transfer was sent although the money had already been refunded. The payer owes the
 *   amount.
 * - `payer_settled`: the payer's debt was paid or written off.
 */
export const SETTLEMENTS = ['on_pages', 'covered', 'payer_owes', 'transferred', 'payer_settled'] as const;
export type Settlement = (typeof SETTLEMENTS)[number];

/**
 * The refunded payment, how to settle the refund, why, and by whom. If two sessions under one reference were paid, each
 * session has its own payment and refund.
 */
export interface SettleRefundCommand {
  readonly paymentId: string;
  readonly how: string;
  readonly reason: string;
  readonly by: By;
}

/**
 * The payment has nothing to settle in this way. `ofPayments` lists the payments under the same reference that have
 * something to settle in this way.
 */
export interface NothingToSettle {
  readonly code: 'nothing_to_settle';
  readonly ofPayments: readonly string[];
}

/**
 * A refund under this reference is not done. The money that left the account may be that refund. Then the payer owes
 * nothing.
 */
export interface RefundOpen {
  readonly code: 'refund_open';
}

export type SettleRefundError = InvalidRequest | PaymentNotFound | NothingToSettle | RefundOpen;

/** An entry that an operator's command books. */
export interface Settled {
  readonly cause: Cause;
  readonly subjectId: string;
  readonly amount: Francs;
}

/**
 * Books what an operator knows about a refund, so that the balances of the accounts `wallet`, `suspense` and
 * `receivable` are right. Idempotent: each entry is booked once. The reason is recorded in the history of the payment.
 */
export const settleRefund =
  ({
    unitOfWork,
    paymentQueries,
    clock,
    merchantFees,
  }: Pick<Dependencies, 'unitOfWork' | 'paymentQueries' | 'clock' | 'merchantFees'>) =>
  async (command: SettleRefundCommand): Promise<Result<readonly Settled[], SettleRefundError>> => {
    const checked = fields(command, RULES);
    if (checked.isErr()) return checked;
    const { paymentId, how, reason, by } = checked.value;
    const details = await paymentQueries.find(paymentId);
    if (!details) return Err({ code: 'payment_not_found' });
    const { companyId, quoteId, provider, duplicateOf } = details.payment;
    return unitOfWork.run<readonly Settled[], NothingToSettle | RefundOpen>(async (tx) => {
      await tx.quotes.lock(companyId, quoteId);
      const facts = await tx.statements.facts(companyId, provider, duplicateOf ?? paymentId);
      if (!facts) return Err({ code: 'nothing_to_settle', ofPayments: [] });
      const due = DUE[how](facts, { paymentId, transfers: transfersIn(details.history) });
      if (due.length === 0) return Err({ code: 'nothing_to_settle', ofPayments: paymentsWith(how, facts) });
      if (how === 'payer_owes' && facts.refunds.some(({ status }) => status !== 'done'))
        return Err({ code: 'refund_open' });
      const now = clock.now();
      for (const { cause, subjectId, amount } of due) {
        await tx.ledger.book({ companyId, paymentId, cause, subjectId, amount, at: now }, now);
        await recordInHistory(
          tx,
          { what: 'payment', companyId, id: paymentId },
          {
            at: now,
            why: { code: 'settled', cause, note: reason },
            by,
            evidence: { cause, subject: subjectId, amount },
          },
        );
      }
      if (how === 'payer_owes')
        for (const { difference } of linesNotDue(facts)) await tx.statements.put(explained(difference, reason));
      await bookCertainFees(tx, { merchantFees, clock }, { companyId, provider, reference: facts.reference });
      return Ok(due);
    });
  };

const RULES = { paymentId: plainText, how: oneOf(SETTLEMENTS), reason: shortText, by: author } as const;

interface Due extends Settled {
  readonly cause: RefundCause;
}

/** The payment that an operator named, and the transfers that paid its payer a second time. */
interface Named {
  readonly paymentId: string;
  readonly transfers: readonly string[];
}

/**
 * The entries to book. A refund counts only if it belongs to the named payment. A line of the statement counts for
 * every payment under its reference.
 */
const DUE: Readonly<Record<Settlement, (facts: ReferenceFacts, named: Named) => readonly Due[]>> = {
  on_pages: (facts, named) =>
    byHand(facts, named).map(({ id, amount }) => ({ cause: 'refund_on_pages', subjectId: id, amount })),
  covered: (facts, named) =>
    byHand(facts, named).map(({ id, amount }) => ({ cause: 'transfer_covered', subjectId: id, amount })),
  payer_owes: (facts) =>
    linesNotDue(facts).map(({ subjectId, amount }) => ({ cause: 'refund_repeated', subjectId, amount })),
  transferred: (facts, { paymentId, transfers }) =>
    facts.refunds
      .filter((refund) => refund.paymentId === paymentId && refund.currency === CURRENCY && transfers.length > 0)
      .filter(({ id }) => !isBooked(facts, id, 'transfer_repeated'))
      .map(({ id, amount }) => ({ cause: 'transfer_repeated', subjectId: id, amount })),
  payer_settled: (facts, named) =>
    facts.booked.flatMap(({ cause, subjectId, amount }): readonly Due[] => {
      if (facts.refunds.some(({ id, paymentId }) => id === subjectId && paymentId !== named.paymentId)) return [];
      if (cause === 'transfer_repeated')
        return isBooked(facts, subjectId, 'repeated_settled') ? [] : [{ cause: 'repeated_settled', subjectId, amount }];
      const isOfTransfer = isBooked(facts, subjectId, 'transfer_repeated');
      const isSettled =
        isBooked(facts, subjectId, 'repeated_returned') ||
        (!isOfTransfer && isBooked(facts, subjectId, 'repeated_settled'));
      if (cause !== 'refund_repeated' || isSettled) return [];
      const isFromElsewhere = !isOfTransfer && byHand(facts, named).some(({ id }) => id === subjectId);
      return [{ cause: isFromElsewhere ? 'repeated_settled' : 'repeated_returned', subjectId, amount }];
    }),
};

const isBooked = ({ booked }: ReferenceFacts, subject: string, ...causes: readonly Cause[]): boolean =>
  booked.some(({ cause, subjectId }) => subjectId === subject && causes.includes(cause));

/** The named payment's refund, if its money came from another account and the payer's money is still in the wallet. */
const byHand = ({ refunds, booked }: ReferenceFacts, named: Pick<Named, 'paymentId'>): ReferenceFacts['refunds'] =>
  refunds.filter(
    ({ id, paymentId }) => paymentId === named.paymentId && transferOf(booked, id).elsewhere === 'uncovered',
  );

/** The payments under the reference that have something to settle in this way. Recorded transfers do not count. */
const paymentsWith = (how: Settlement, facts: ReferenceFacts): readonly string[] =>
  facts.payments.map(({ id }) => id).filter((id) => DUE[how](facts, { paymentId: id, transfers: [] }).length > 0);

interface NotDue extends Pick<Due, 'subjectId' | 'amount'> {
  readonly difference: Difference;
}

/**
 * The kinds of finding for money that left the account although it was not due. `twice` also occurs for a line with
 * which the provider reverses a payment.
 */
const NOT_DUE: readonly Finding['kind'][] = ['refunded_twice', 'missing_here', 'twice'];

/**
 * The statement's lines for money that left the account although it was not due. These are the lines with an open
 * difference. If there are none, these are the lines with an explained difference that are not booked as owed.
 */
const linesNotDue = (facts: ReferenceFacts): readonly NotDue[] => {
  const all = lineFindingsIn(facts, null).flatMap((finding): readonly NotDue[] => {
    const { kind, line, movement } = finding;
    if (!NOT_DUE.includes(kind)) return [];
    const difference = facts.differences.find(({ subject }) => subject === subjectOfFinding(finding));
    if (!difference || line.amount >= 0 || line.currency !== CURRENCY) return [];
    const refund = facts.refunds.find(({ sessionId }) => sessionId === movement?.sessionId);
    return [{ difference, subjectId: refund?.id ?? difference.id, amount: -line.amount }];
  });
  const open = all.filter(({ difference: { status } }) => status === 'open');
  const isLeft = ({ difference: { status }, subjectId }: NotDue): boolean =>
    status === 'explained' && !isBooked(facts, subjectId, 'refund_repeated');
  return open.length > 0 ? open : all.filter(isLeft);
};
