import type { Instant } from '../../shared/calendar.ts';
import type { DifferenceKind, Finding } from './match.ts';
import { subjectOfLine } from './statement-line.ts';

/** A discrepancy between a provider's statement and our records, about one of our payments. */
export interface Difference {
  readonly id: string;
  readonly companyId: string;
  /**
   * The payment whose id is the reference of the line or movement. For a duplicate session, this is the original
   * payment.
   */
  readonly paymentId: string;
  readonly provider: string;
  readonly kind: DifferenceKind;
  /** Identifies the statement line, or the movement that has no line. */
  readonly subject: string;
  /** The provider's transaction id; null if there is no line. */
  readonly transactionId: string | null;
  /** The movement's amount in our records, in the unit of `hereCurrency`; null if there is no movement. */
  readonly here: number | null;
  /** The amount that the payer paid or received according to the statement; null if there is no line. */
  readonly there: number | null;
  /** The fee that the provider kept; below zero if the provider returned a fee. Null if there is no line. */
  readonly fee: number | null;
  /** The currency of the line, or of the movement if there is no line. */
  readonly currency: string;
  /** The currency of the movement or, if there is no movement, of the line. */
  readonly hereCurrency: string;
  /** `explained`: an operator has given the reason. `settled`: statement and records agree again. */
  readonly status: 'open' | 'explained' | 'settled';
  /** When the money moved. */
  readonly at: Instant;
  /** When the difference was found, changed its content, or was reopened. */
  readonly found: Instant;
  readonly explanation: string | null;
}

/** The context of a comparison: the payment, the time, and the source of ids for new differences. */
export interface Comparison {
  readonly companyId: string;
  readonly paymentId: string;
  readonly provider: string;
  readonly nextId: () => string;
  readonly now: Instant;
}

/** The differences that a comparison creates, settles, reopens or changes. */
export const changedDifferences = (
  known: readonly Difference[],
  findings: readonly Finding[],
  { nextId, now, ...whose }: Comparison,
): readonly Difference[] => {
  const found = findings.flatMap(differenceIn);
  const subjects = new Set(found.map(({ subject }) => subject));
  const settled = known
    .filter(({ status, subject }) => status === 'open' && !subjects.has(subject))
    .map((each): Difference => ({ ...each, status: 'settled' }));
  const begun = found.flatMap((each): readonly Difference[] => {
    const before = known.find(({ subject }) => subject === each.subject);
    if (before && before.status !== 'settled' && saysTheSame(before, each)) return [];
    const reopened = { status: 'open', found: now, explanation: null } as const;
    return [{ ...whose, id: before?.id ?? nextId(), ...each, ...reopened }];
  });
  return [...settled, ...begun];
};

type Found = Pick<
  Difference,
  'kind' | 'subject' | 'transactionId' | 'here' | 'there' | 'fee' | 'currency' | 'hereCurrency' | 'at'
>;

const differenceIn = ({ kind, line, movement }: Finding): readonly Found[] => {
  const about = line ?? movement;
  if (kind === 'matched' || kind === 'awaited' || about === null) return [];
  const subject = subjectOfFinding({ line, movement });
  const { transactionId = null, fee = null } = line ?? {};
  const { currency, at } = about;
  const amounts = { here: movement?.amount ?? null, there: line?.amount ?? null, fee, currency };
  return [{ kind, subject, transactionId, ...amounts, hereCurrency: movement?.currency ?? currency, at }];
};

/** Whether an operator has explained a difference with the same content as this finding. */
export const isExplained = (differences: readonly Difference[], finding: Finding): boolean =>
  differenceIn(finding).some((found) =>
    differences.some(
      (each) => each.subject === found.subject && each.status === 'explained' && saysTheSame(each, found),
    ),
  );

export const subjectOfFinding = ({ line, movement }: Pick<Finding, 'line' | 'movement'>): string =>
  line ? subjectOfLine(line) : `session ${movement?.kind} ${movement?.sessionId}`;

const saysTheSame = (one: Found, other: Found): boolean =>
  one.kind === other.kind &&
  one.here === other.here &&
  one.there === other.there &&
  one.fee === other.fee &&
  one.currency === other.currency &&
  one.hereCurrency === other.hereCurrency;

/** The content of a difference as text, to detect whether the difference has changed since an operator read it. */
export const contentOfDifference = ({ kind, here, there, fee, currency, hereCurrency }: Difference): string =>
  [kind, ...[here, there, fee].map(String), currency, hereCurrency].join(' ');

export const explainDifference = (difference: Difference, explanation: string): Difference => ({
  ...difference,
  status: 'explained',
  explanation,
});
