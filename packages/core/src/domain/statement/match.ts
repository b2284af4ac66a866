import { dateOf, later, millisecondsOf, type Instant, type LocalDate, type TimeZone } from '../../shared/calendar.ts';
import type { Movement } from './movement.ts';
import { TRANSACTION_KINDS, type StatementLine } from './statement-line.ts';

/**
 * The ways in which statement and records can differ, most urgent first:
 *
 * - `missing_there`: our records contain a payment, but the statements that were read do not list it.
 * - `missing_here`: a statement line under our reference has no match in our records.
 * - `twice`: the statement has more lines than our records have movements. The extra line is not a refund.
 * - `refunded_twice`: a refund left the account, but the money was also refunded by another line or from another
 *   account.
 * - `refund_not_seen`: a refund that is done according to our records has not left the account.
 * - `other_amount`: the line and our record of the same transaction have different amounts or currencies.
 * - `other_fee`: the fee on the line is not the agreed or booked fee.
 */
export const DIFFERENCE_KINDS = [
  'missing_there',
  'missing_here',
  'twice',
  'refunded_twice',
  'refund_not_seen',
  'other_amount',
  'other_fee',
] as const;
/** One kind of difference. */
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number];

/** The result for a statement line, a movement in our records, or a pair of both. */
export interface Compared {
  readonly kind: DifferenceKind | 'matched';
  readonly line: StatementLine | null;
  readonly movement: Movement | null;
}

/** One result of a comparison. `awaited`: the statement that should contain the movement has not been read yet. */
export type Finding = Compared | { readonly kind: 'awaited'; readonly line: null; readonly movement: Movement };

/** The fee agreed with the provider, and the times for which statements were read. */
export interface Agreement {
  /** The agreed merchant fee of a payment in basis points; null if unknown. */
  readonly feeBasisPoints: number | null;
  /** Whether a statement that was read must contain a movement at the given time. */
  readonly isOnStatement: (at: Instant) => boolean;
}

/** Minutes by which the provider's clock may differ from ours, or by which a payment may be settled late. */
export const CLOCK_TOLERANCE = 60;

/**
 * Whether the statements that were read must contain a movement at a given time. Around midnight, the statement of
 * either day may contain the movement, so both statements must have been read.
 */
export const statementCoverage =
  (days: ReadonlySet<LocalDate>, zone: TimeZone) =>
  (at: Instant): boolean =>
    [-CLOCK_TOLERANCE, CLOCK_TOLERANCE].every((minutes) => days.has(dateOf(later(at, { minutes }), zone)));

/**
 * Matches the lines under one reference with the movements in our records. Each line and each movement is in exactly
 * one finding. Days are ignored, because a payment before midnight may be on the next day's statement. A charge that
 * our records lack and that was returned in full matches its return, because neither is booked.
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
    ),
  );
  // `matchRest` pairs each remaining movement of this account with a line, even a line with another amount. Only the
  // lines beyond these pairs can be returned charges.
  const beyond = byKind.flatMap(({ linesLeft, movementsLeft }) => linesLeft.slice(movementsLeft.filter(isOwn).length));
  const returned = returnedAmong(beyond);
  const gone = new Set([...returned].flat());
  const others = byKind.flatMap(({ pairs, linesLeft, movementsLeft }) =>
    matchRest(
      linesLeft.filter((line) => !gone.has(line)),
      movementsLeft,
      { agreement, isMatched: pairs.length > 0 },
    ),
  );
  return [
    ...withOwnFees(
      byKind.flatMap(({ pairs }) => pairs),
      returned,
      agreement,
    ),
    ...others,
  ];
};

/**
 * Pairs of lines and movements of this account with equal amounts. Pairs with equal fees are formed first. `linesLeft`
 * and `movementsLeft` have no partner.
 */
interface SamePairs {
  readonly pairs: readonly Pair[];
  readonly linesLeft: readonly StatementLine[];
  readonly movementsLeft: readonly Movement[];
}

interface Pair {
  readonly line: StatementLine;
  readonly movement: Movement;
}

const isOwn = ({ elsewhere }: Movement): boolean => elsewhere === undefined;
const isSame = (line: StatementLine, { amount, currency }: Movement): boolean =>
  amount === line.amount && currency === line.currency;

const samePairs = (lines: readonly StatementLine[], movements: readonly Movement[]): SamePairs => {
  const movementsLeft = [...movements];
  const pairs: Pair[] = [];
  const pairOff = (all: readonly StatementLine[], isOf: typeof isSame): readonly StatementLine[] =>
    all.filter((line) => {
      const same = movementsLeft.findIndex((each) => isOwn(each) && isOf(line, each));
      const [movement] = same < 0 ? [] : movementsLeft.splice(same, 1);
      if (movement) pairs.push({ line, movement });
      return !movement;
    });
  const isFeeSame: typeof isSame = (line, movement) => isSame(line, movement) && line.fee === movement.fee;
  const linesLeft = pairOff(pairOff(lines, isFeeSame), isSame);
  return { pairs, linesLeft, movementsLeft };
};

/** Charges that our records lack and that were returned in full, each with the line that returned the charge. */
const returnedAmong = (lines: readonly StatementLine[]): ReadonlyMap<StatementLine, StatementLine> => {
  const candidates = lines.filter(({ kind }) => kind !== 'other');
  const returned = new Map<StatementLine, StatementLine>();
  const used = new Set<StatementLine>();
  for (const charge of candidates.filter(({ amount }) => amount > 0)) {
    const back = candidates.find(
      (line) => !used.has(line) && line.amount === -charge.amount && line.currency === charge.currency,
    );
    if (!back) continue;
    used.add(back);
    returned.set(charge, back);
  }
  return returned;
};

/**
 * The findings for pairs and for returned charges. If several charges have the same amount, a later charge counts as
 * returned, and the earlier charge belongs to the payment in our records. If the provider also returned a fee, the
 * later charge must have that fee.
 */
const withOwnFees = (
  pairs: readonly Pair[],
  returned: ReadonlyMap<StatementLine, StatementLine>,
  agreement: Agreement,
): readonly Finding[] => {
  const own = pairs.map(({ line }) => line);
  const gone: StatementLine[] = [];
  for (const [charge, back] of returned) {
    const place = own.findIndex(
      (line) =>
        line.kind === charge.kind &&
        line.amount === charge.amount &&
        line.currency === charge.currency &&
        (back.fee >= 0 || line.fee === -back.fee) &&
        charge.at < line.at,
    );
    const swapped = own[place];
    if (swapped) own[place] = charge;
    gone.push(swapped ?? charge, back);
  }
  return [
    ...pairs.map(({ movement }, index): Finding => {
      const line = own[index] ?? null;
      return { kind: line && isFeeRight(line, movement, agreement) ? 'matched' : 'other_fee', line, movement };
    }),
    ...gone.map((line): Finding => ({ kind: 'matched', line, movement: null })),
  ];
};

/**
 * Matches the lines and movements that are left. If an operator refunded the payment from another account, a line with
 * the same amount is a second refund. Each remaining line is paired with a remaining movement in order of time,
 * although their amounts differ. Movements of this account come first.
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
    const refundElsewhere = movementsLeft.find((each) => !isOwn(each) && isSame(line, each));
    if (refundElsewhere) pair(line, refundElsewhere, 'refunded_twice');
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

/**
 * Reports a line without a movement at once, because no later statement repeats the line. If our records contain the
 * movement later, the difference is settled.
 */
const lineAlone = (line: StatementLine, isMatched: boolean): Finding => ({
  kind: !isMatched ? 'missing_here' : line.kind === 'refund' ? 'refunded_twice' : 'twice',
  line,
  movement: null,
});

const movementAlone = (movement: Movement, { isOnStatement }: Agreement): Finding => {
  if (movement.elsewhere === 'covered') return { kind: 'matched', line: null, movement };
  if (!isOnStatement(movement.at)) return { kind: 'awaited', line: null, movement };
  return { kind: movement.kind === 'refund' ? 'refund_not_seen' : 'missing_there', line: null, movement };
};

/**
 * Whether the fee equals the booked fee and the agreed fee, if these are known. A fee is agreed only for payments, not
 * for refunds. The provider's rounding is unknown, so the fee may differ from the agreed fee by less than a franc.
 */
const isFeeRight = ({ amount, fee }: StatementLine, movement: Movement, { feeBasisPoints }: Agreement): boolean =>
  (movement.fee ?? fee) === fee &&
  (feeBasisPoints === null || amount < 0 || Math.abs(fee * BASIS_POINTS - amount * feeBasisPoints) < BASIS_POINTS);

/** One hundred percent, in basis points. */
const BASIS_POINTS = 10_000;

const oldestFirst = (one: { readonly at: Instant }, other: { readonly at: Instant }): number =>
  millisecondsOf(one.at) - millisecondsOf(other.at);
