import { dateOf, later, type Instant, type LocalDate, type TimeZone } from '../../shared/calendar.ts';
import { CURRENCY } from '../../shared/money.ts';
import type { Movement } from './movement.ts';
import { TRANSACTION_KINDS, type StatementLine } from './statement-line.ts';

/**
 * Where statement and records say otherwise:
 *
 * - `missing_here`: a line under our reference of which our records have nothing.
 * - `missing_there`: money that came in by our records and stands on no statement.
 * - `other_amount`, `other_fee`: the same transaction with another amount, or another fee than agreed.
 * - `twice`: one more line of something that our records have once.
 * - `refunded_twice`: money that left the account for what was given back already, by the provider or from elsewhere.
 * - `refund_not_seen`: money that was given back by our records, and has not left the account.
 */
export type DifferenceKind =
  'missing_here' | 'missing_there' | 'other_amount' | 'other_fee' | 'twice' | 'refunded_twice' | 'refund_not_seen';

/** What a line, a movement, or both of them came to. */
export interface Compared {
  readonly kind: DifferenceKind | 'matched';
  readonly line: StatementLine | null;
  readonly movement: Movement | null;
}

/** What came of a comparison. `awaited`: the movement is of a time of which no statement was read. */
export type Finding = Compared | { readonly kind: 'awaited'; readonly line: null; readonly movement: Movement };

/** What the account's owner has agreed with the provider, and of which time the statement was read. */
export interface Agreement {
  /** The provider's share of a payment in basis points; null where it is not known. */
  readonly feeBasisPoints: number | null;
  /** Whether a movement of that time must be on a statement that was read. */
  readonly isTold: (at: Instant) => boolean;
}

/** Minutes by which the provider's clock and our records may be apart, and a payment may be settled late. */
export const CLOCK_TOLERANCE = 60;

/**
 * Whether the statements of these days must tell what moved at a time. Around midnight it may be on either day's, so that
 * both must have been read.
 */
export const toldBy =
  (days: ReadonlySet<LocalDate>, zone: TimeZone) =>
  (at: Instant): boolean =>
    [-CLOCK_TOLERANCE, CLOCK_TOLERANCE].every((minutes) => days.has(dateOf(later(at, { minutes }), zone)));

/**
 * Matches the lines under one reference with what our records say moved under it. Each line and each movement is in
 * exactly one finding. Days play no part: what was paid before midnight may stand on the next day's statement. Money that
 * came in beyond our records and went back again matches itself: the books know of neither.
 */
export const match = (
  lines: readonly StatementLine[],
  movements: readonly Movement[],
  agreement: Agreement,
): readonly Finding[] => {
  const byKind = TRANSACTION_KINDS.map((kind) =>
    samePairs(
      lines.filter((line) => line.kind === kind).toSorted(oldestFirst),
      movements.filter((movement) => movement.kind === kind).toSorted(oldestFirst),
      agreement,
    ),
  );
  // A movement of ours that is left is what one of the lines is about, however it tells that.
  const beyond = byKind.flatMap(({ linesLeft, movementsLeft }) => linesLeft.slice(movementsLeft.filter(isOwn).length));
  const returned = returnedAmong(beyond);
  return byKind.flatMap(({ pairs, linesLeft, movementsLeft }) => [
    ...pairs,
    ...linesLeft
      .filter((line) => returned.has(line))
      .map((line): Finding => ({ kind: 'matched', line, movement: null })),
    ...matchRest(
      linesLeft.filter((line) => !returned.has(line)),
      movementsLeft,
      { agreement, isMatched: pairs.length > 0 },
    ),
  ]);
};

/** What agrees in its amount, of what moved in this account; and what is left. */
interface SamePairs {
  readonly pairs: readonly Finding[];
  readonly linesLeft: readonly StatementLine[];
  readonly movementsLeft: readonly Movement[];
}

const isOwn = ({ elsewhere }: Movement): boolean => elsewhere === undefined;
const isSame = (line: StatementLine, { amount }: Movement): boolean =>
  amount === line.amount && line.currency === CURRENCY;

const samePairs = (
  lines: readonly StatementLine[],
  movements: readonly Movement[],
  agreement: Agreement,
): SamePairs => {
  const movementsLeft = [...movements];
  const pairs: Finding[] = [];
  const linesLeft = lines.filter((line) => {
    const same = movementsLeft.findIndex((each) => isOwn(each) && isSame(line, each));
    const [movement] = same < 0 ? [] : movementsLeft.splice(same, 1);
    if (movement) pairs.push({ kind: isFeeAgreed(line, agreement) ? 'matched' : 'other_fee', line, movement });
    return !movement;
  });
  return { pairs, linesLeft, movementsLeft };
};

/** Each charge that our records do not have, with the line of its whole amount by which it went back. */
const returnedAmong = (lines: readonly StatementLine[]): ReadonlySet<StatementLine> => {
  const told = lines.filter(({ kind }) => kind !== 'other');
  const returned = new Set<StatementLine>();
  for (const charge of told.filter(({ amount }) => amount > 0)) {
    const back = told.find(
      (line) => !returned.has(line) && line.amount === -charge.amount && line.currency === charge.currency,
    );
    if (back) returned.add(charge).add(back);
  }
  return returned;
};

/**
 * What differs in its amount, in order of time; what moved in this account before what an operator gave back from
 * elsewhere: a line of that is the same money once more.
 */
const matchRest = (
  lines: readonly StatementLine[],
  movements: readonly Movement[],
  { agreement, isMatched }: { readonly agreement: Agreement; readonly isMatched: boolean },
): readonly Finding[] => {
  const [linesLeft, movementsLeft] = [[...lines], [...movements]];
  const pairs: Finding[] = [];
  const pair = (line: StatementLine, movement: Movement, kind: Compared['kind']): void => {
    linesLeft.splice(linesLeft.indexOf(line), 1);
    movementsLeft.splice(movementsLeft.indexOf(movement), 1);
    pairs.push({ kind, line, movement });
  };
  for (const line of lines) {
    const given = movementsLeft.find((each) => !isOwn(each) && isSame(line, each));
    if (given) pair(line, given, 'refunded_twice');
  }
  for (const line of [...linesLeft]) {
    const other = movementsLeft.find(isOwn) ?? movementsLeft[0];
    if (other) pair(line, other, isOwn(other) ? 'other_amount' : 'refunded_twice');
  }
  const isAnyMatched = isMatched || pairs.length > 0;
  return [
    ...pairs,
    ...linesLeft.map((line) => lineAlone(line, isAnyMatched)),
    ...movementsLeft.map((movement) => movementAlone(movement, agreement)),
  ];
};

/** At once, however young it is: no later statement repeats the line, and what is settled meanwhile leaves the list by itself. */
const lineAlone = (line: StatementLine, isMatched: boolean): Finding => ({
  kind: !isMatched ? 'missing_here' : line.kind === 'refund' ? 'refunded_twice' : 'twice',
  line,
  movement: null,
});

const movementAlone = (movement: Movement, { isTold }: Agreement): Finding => {
  if (movement.elsewhere === 'covered') return { kind: 'matched', line: null, movement };
  if (!isTold(movement.at)) return { kind: 'awaited', line: null, movement };
  return { kind: movement.kind === 'refund' ? 'refund_not_seen' : 'missing_there', line: null, movement };
};

/**
 * Of money that came in: what is kept of any that goes back was not agreed. How the provider rounds is not known: either
 * franc will do.
 */
const isFeeAgreed = ({ amount, fee }: StatementLine, { feeBasisPoints }: Agreement): boolean =>
  feeBasisPoints === null || amount < 0 || Math.abs(fee * BASIS_POINTS - amount * feeBasisPoints) < BASIS_POINTS;

/** Basis points in a whole. */
const BASIS_POINTS = 10_000;

const oldestFirst = (one: { readonly at: Instant }, other: { readonly at: Instant }): number =>
  one.at < other.at ? -1 : one.at > other.at ? 1 : 0;
