import type { PlantedBug } from './planted-bug.ts';

const MATCH = 'core/src/domain/statement/match.ts';
const DIFFERENCE = 'core/src/domain/statement/difference.ts';

/** Money that is matched, reversed, rounded or given back otherwise than it moved. */
export const MONEY_BUGS: readonly PlantedBug[] = (
  [
    {
      name: 'a line of another amount is matched',
      file: MATCH,
      text: "isOwn(other) ? 'other_amount' : 'refunded_twice'",
      instead: "isOwn(other) ? 'matched' : 'refunded_twice'",
    },
    {
      name: 'a line of what an operator gave back from elsewhere is taken for that transfer',
      file: MATCH,
      text: 'const isOwn = ({ elsewhere }: Movement): boolean => elsewhere === undefined;',
      instead: 'const isOwn = ({ elsewhere }: Movement): boolean => elsewhere !== null;',
    },
    {
      name: 'a second refund of the provider is none',
      file: MATCH,
      text: "line.kind === 'refund' ? 'refunded_twice' : 'twice'",
      instead: "line.kind === 'refund' ? 'matched' : 'twice'",
      // Histories take more than are run before a merge.
      foundBy: 'core/test/statement/refunded-twice.test.ts',
    },
    {
      name: 'a transfer that was made on the pages is booked as the payer’s debt',
      file: 'core/src/domain/ledger/entries.ts',
      text: "refund_on_pages: ['wallet', 'suspense']",
      instead: "refund_on_pages: ['wallet', 'receivable']",
      foundBy: 'core/test/statement/refunded-twice.test.ts',
    },
    {
      name: 'a line that no movement is left for is taken for a part of one that is matched',
      file: MATCH,
      text: '...linesLeft.map((line) => lineAlone(line, isAnyMatched)),',
      instead: '...linesLeft.flatMap((line) => (isAnyMatched ? [] : [lineAlone(line, false)])),',
    },
    {
      name: 'a fee that is rounded is another fee',
      file: MATCH,
      text: 'Math.abs(fee * BASIS_POINTS - amount * feeBasisPoints) < BASIS_POINTS',
      instead: 'fee * BASIS_POINTS === amount * feeBasisPoints',
    },
    {
      name: 'a difference that has gone stays open',
      file: DIFFERENCE,
      text: "status === 'open' && !subjects.has(subject)",
      instead: "status === 'settled' && !subjects.has(subject)",
    },
    {
      name: 'the money of a contract that is cancelled is taken for paid twice',
      file: 'core/src/domain/statement/movement.ts',
      text: '...(isPaid.has(sessionId) ? [] : [',
      instead: '...(isPaid.has(paid.length > 0 ? "" : sessionId) ? [] : [',
    },
    {
      name: 'the payer’s fee of a contract that is cancelled does not go back',
      file: 'core/src/domain/payment/refund.ts',
      text: 'refundOf(id, payment, { id: payment.session.id, amount: chargedAmount(payment), currency: CURRENCY }, now);',
      instead:
        'refundOf(id, payment, { id: payment.session.id, amount: chargedAmount(payment) - payment.fees, currency: CURRENCY }, now);',
    },
    {
      name: 'a commission is rounded down',
      file: 'core/src/domain/ledger/entries.ts',
      text: "basisPoints(coverage.commission ?? 0), 'half_up')",
      instead: "basisPoints(coverage.commission ?? 0), 'down')",
    },
    {
      name: 'of too much money only what was asked for goes back',
      file: 'core/src/use-cases/payment/check-payment.ts',
      text: 'await tx.refunds.add(refundOf(ids.next(), payment, refund, now), isOver ? entry : heard);',
      instead:
        'await tx.refunds.add({ ...refundOf(ids.next(), payment, refund, now), amount: Math.min(refund.amount, payment.amount + payment.fees) }, isOver ? entry : heard);',
    },
    {
      name: 'a statement’s money that our records do not have is not asked for',
      file: 'core/src/use-cases/statement/compare-with-records.ts',
      text: 'const isAsked = unaccounted && left > 0',
      instead: 'const isAsked = unaccounted && left > 0 && facts.payments.length === 0',
    },
    {
      name: 'a second charge that went back is what the payer owes',
      file: MATCH,
      text: 'if (back) returned.add(charge).add(back);',
      instead: 'if (back) returned.delete(charge);',
    },
    {
      name: 'a difference is on the operator’s list since its money moved',
      file: DIFFERENCE,
      text: "status: 'open', found: now, explanation: null } as const;",
      instead: "status: 'open', found: each.at, explanation: null } as const;",
    },
    {
      name: 'a month is closed without its last day',
      file: 'core/src/domain/ledger/closing.ts',
      text: '`${monthAfter(month)}-01` as LocalDate, -1);',
      instead: '`${monthAfter(month)}-01` as LocalDate, -2);',
    },
  ] as const
).map((bug) => ({ foundBy: 'core/test/money/money.test.ts', ...bug }));
