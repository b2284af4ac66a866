import { dateOf, later, type Instant, type LocalDate, type TimeZone } from '../../shared/calendar.ts';
import { CURRENCY, type Francs } from '../../shared/money.ts';
import type { Movement } from './movement.ts';
import { TRANSACTION_KINDS, type StatementLine } from './statement-line.ts';

/**
 * Where statement and records say otherwise:
 *
 * - `missing_here`: a line under our reference of which our records have nothing.
 * - `missing_there`: money that came in by our records and stands on no statement.
 * - `other_amount`, `other_fee`: the same transaction with another amount, or another fee than agreed.
 * - `twice`: one more line of something that our records have once.
 * - `refund_not_seen`: money that was given back by our records, and has not left the account.
 */
export type DifferenceKind =
  'missing_here' | 'missing_there' | 'other_amount' | 'other_fee' | 'twice' | 'refund_not_seen';

/** What a line, a movement, or both of them came to. `awaited`: of a time that does not have to agree yet. */
export interface Finding {
  readonly kind: DifferenceKind | 'matched' | 'awaited';
  readonly line: StatementLine | null;
  readonly movement: Movement | null;
}

/** What the account's owner has agreed with the provider, and of which time things must agree. */
export interface Agreement {
  /** The provider's share of a payment in basis points; null where it is not known. */
  readonly feeBasisPoints: number | null;
  /** Lines up to then must be in our records. */
  readonly linesUntil: Instant;
  /** Whether a movement of that time must be on a statement that was read. */
  readonly isTold: (at: Instant) => boolean;
}

/** Minutes by which the provider's clock and our records may be apart, and a payment may be settled late. */
const GRACE = 60;

/** The grace before `at`: what happened later need not agree yet. */
export const beforeGrace = (at: Instant): Instant => later(at, { minutes: -GRACE });

/**
 * Whether the statements of these days must tell what moved at a time. Around midnight it may be on either day's, so that
 * both must have been read.
 */
export const toldBy =
  (days: ReadonlySet<LocalDate>, zone: TimeZone) =>
  (at: Instant): boolean =>
    [-GRACE, GRACE].every((minutes) => days.has(dateOf(later(at, { minutes }), zone)));

/**
 * Matches the lines under one reference with what our records say moved under it. Each line and each movement is in
 * exactly one finding. Days play no part: what was paid before midnight may stand on the next day's statement.
 */
export const match = (
  lines: readonly StatementLine[],
  movements: readonly Movement[],
  agreement: Agreement,
): readonly Finding[] =>
  TRANSACTION_KINDS.flatMap((kind) =>
    matchOne(
      lines.filter((line) => line.kind === kind).toSorted(oldestFirst),
      movements.filter((movement) => movement.kind === kind).toSorted(oldestFirst),
      agreement,
    ),
  );

/** First what agrees in its amount, then the rest in order of time. */
const matchOne = (
  lines: readonly StatementLine[],
  movements: readonly Movement[],
  agreement: Agreement,
): readonly Finding[] => {
  const [linesLeft, movementsLeft] = [[...lines], [...movements]];
  const pairs: Finding[] = [];
  const pair = (line: StatementLine, movement: Movement, kind: Finding['kind']): void => {
    linesLeft.splice(linesLeft.indexOf(line), 1);
    movementsLeft.splice(movementsLeft.indexOf(movement), 1);
    pairs.push({ kind, line, movement });
  };
  for (const line of lines) {
    const same = movementsLeft.find(({ amount }) => amount === line.amount && line.currency === CURRENCY);
    if (same) pair(line, same, isFeeAgreed(line, agreement) ? 'matched' : 'other_fee');
  }
  for (const line of [...linesLeft]) {
    const [other] = movementsLeft;
    if (other) pair(line, other, 'other_amount');
  }
  return [
    ...pairs,
    ...linesLeft.map((line) => lineAlone(line, pairs.length > 0, agreement)),
    ...movementsLeft.map((movement) => movementAlone(movement, agreement)),
  ];
};

const lineAlone = (line: StatementLine, isMatched: boolean, { linesUntil }: Agreement): Finding => ({
  kind: line.at > linesUntil ? 'awaited' : isMatched ? 'twice' : 'missing_here',
  line,
  movement: null,
});

const movementAlone = (movement: Movement, { isTold }: Agreement): Finding => {
  const missing = movement.kind === 'refund' ? 'refund_not_seen' : 'missing_there';
  return { kind: isTold(movement.at) ? missing : 'awaited', line: null, movement };
};

/** Of payments only. How the provider rounds is not known: either franc will do. */
const isFeeAgreed = ({ kind, amount, fee }: StatementLine, { feeBasisPoints }: Agreement): boolean =>
  feeBasisPoints === null || kind !== 'payment' || Math.abs(fee * SHARES - amount * feeBasisPoints) < SHARES;

/** Basis points in a whole. */
const SHARES: Francs = 10_000;

const oldestFirst = (one: { readonly at: Instant }, other: { readonly at: Instant }): number =>
  one.at < other.at ? -1 : one.at > other.at ? 1 : 0;
