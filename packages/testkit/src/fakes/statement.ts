import {
  addDays,
  CURRENCY,
  done,
  startOfDay,
  unknown,
  type Francs,
  type LocalDate,
  type StatementSource,
  type StatementLine,
  type TimeZone,
} from '@vehicle-insurance/core';
import type { FakeSession } from './mobile-money-session.ts';
import type { FakeMobileMoney } from './mobile-money.ts';

/** The statement of a fake provider's account, with controls for tests. */
export interface FakeStatement extends StatementSource {
  /** All lines of the account, of all days. */
  lines(): readonly StatementLine[];
  /** The balance of the account, before merchant fees. */
  balance(): Francs;
  /** The merchant fees. */
  kept(): Francs;
  /** Adds a line that belongs to none of our sessions: another shop's money, a second charge, a payout. */
  add(line: Partial<StatementLine>): void;
  /** Changes how lines are reported from now on. Null omits a line. */
  tell(otherwise: (line: StatementLine) => StatementLine | null): void;
  /** Breaks the next reading after its first line. Either the rest is unknown, or the process dies. */
  breakNext(how: 'silence' | 'crash'): void;
}

/** The fee of the fake provider is the amount divided by this number. */
const FEE = 100;

const linesOf = (provider: string, session: FakeSession): readonly StatementLine[] => {
  const { id, reference, amount, currency, completed, refunded } = session;
  const line = (kind: StatementLine['kind'], sign: 1 | -1, at: StatementLine['at']): StatementLine => ({
    provider,
    transactionId: `${kind} of ${id}`,
    kind,
    amount: sign * amount,
    fee: sign * Math.round(amount / FEE),
    currency,
    reference,
    at,
  });
  return [
    ...(session.state === 'paid' && completed !== null ? [line('payment', 1, completed)] : []),
    ...(session.refunds > 0 && refunded !== null ? [line('refund', -1, refunded)] : []),
  ];
};

/**
 * The statement of a fake provider, with all payments and refunds of its sessions, each on its day. `read` returns net
 * amounts, like Wave. The controls use the amounts that payers paid.
 */
export const fakeStatement = (provider: FakeMobileMoney, zone: TimeZone): FakeStatement => {
  const added: StatementLine[] = [];
  let otherwise: (line: StatementLine) => StatementLine | null = (line) => line;
  let breaks: 'silence' | 'crash' | undefined;
  const lines = () =>
    [...provider.sessions().flatMap((session) => linesOf(provider.provider, session)), ...added]
      .flatMap((line) => otherwise(line) ?? [])
      .toSorted((one, other) => (one.at < other.at ? -1 : 1));
  return {
    provider: provider.provider,
    amounts: 'net',
    lines,
    balance: () => lines().reduce((total, { amount }) => total + amount, 0),
    kept: () => lines().reduce((total, { fee }) => total + fee, 0),
    add: (line) =>
      void added.push({
        provider: provider.provider,
        transactionId: `added ${added.length + 1}`,
        kind: 'payment',
        amount: 1_000,
        fee: 10,
        currency: CURRENCY,
        reference: null,
        at: startOfDay('2026-01-15' as LocalDate, zone),
        ...line,
      }),
    tell: (by) => {
      otherwise = by;
    },
    breakNext: (how) => {
      breaks = how;
    },
    async *read(day) {
      const [from, until] = [startOfDay(day, zone), startOfDay(addDays(day, 1), zone)];
      for (const line of lines().filter(({ at }) => at >= from && at < until)) {
        yield done([{ ...line, amount: line.amount - line.fee }]);
        const how = breaks;
        breaks = undefined;
        if (how === 'crash') throw new Error('the process has died');
        if (how === 'silence') {
          yield unknown({ code: 'no_answer', of: 'provider', failure: 'time-out' });
          return;
        }
      }
    },
  };
};
