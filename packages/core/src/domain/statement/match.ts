import { dateOf, later, millisecondsOf, type Instant, type LocalDate, type TimeZone } from '../../shared/calendar.ts';
import type { Movement } from './movement.ts';
import { TRANSACTION_KINDS, type StatementLine } from './statement-line.ts';

/**
 * The ways in which statement and records can differ, most urgent first:
 *
 * - `missing_there`: money that we received according to our records, but that no statement lists.
 * - `missing_here`: a line under our reference that our records do not have.
 * - `twice`: a second line for something that our records have once.
 * - `refunded_twice`: money that left the account although it had already been refunded, by the provider or from
 *   another account.
 * - `refund_not_seen`: a refund that is done according to our records but has not left the account.
 * - `other_amount`, `other_fee`: the same transaction with another amount, or with a fee other than agreed or booked.
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

/** The result for a line, a movement, or both of them. */
export interface Compared {
  readonly kind: DifferenceKind | 'matched';
  readonly line: StatementLine | null;
  readonly movement: Movement | null;
}

/** One result of a comparison. `awaited`: no statement that should contain the movement has been read yet. */
export type Finding = Compared | { readonly kind: 'awaited'; readonly line: null; readonly movement: Movement };

/** The fee agreed with the provider, and the times for which statements were read. */
export interface Agreement {
  /** The provider's share of a payment in basis points; null if unknown. */
  readonly feeBasisPoints: number | null;
  /** Whether a movement at that time must be on a statement that was read. */
  readonly isOnStatement: (at: Instant) => boolean;
}

/** Minutes by which the provider's clock may differ from ours, or by which a payment may be settled late. */
export const CLOCK_TOLERANCE = 60;

/**
 * Whether the statements that were read must contain a movement at a given time. Around midnight, the movement may be
 * on the statement of either day, so both must have been read.
 */
export const statementCoverage =
  (days: ReadonlySet<LocalDate>, zone: TimeZone) =>
  (at: Instant): boolean =>
    [-CLOCK_TOLERANCE, CLOCK_TOLERANCE].every((minutes) => days.has(dateOf(later(at, { minutes }), zone)));

/**
 * Matches the lines under one reference with the movements in our records. Each line and each movement is in exactly
 * one finding. Days are ignored, because a payment before midnight may be on the next day's statement. If our records
 * lack a charge that was returned in full, charge and return match each other, since neither is booked.
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
  // Each remaining movement of this account is later paired with a line, even a line with another amount. Only lines
  // that are unpaired even after that can be charges that were returned.
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
 * Lines and movements of this account, paired by equal amounts (those with equal fees first), and the lines and
 * movements that found no partner.
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

/** Charges that our records lack and that were returned in full, each with the line of its return. */
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
 * The findings of pairs and of returned charges. Of several charges of the same amount, the latest was returned; if the
 * return also gave a fee back, the latest with that fee. If that line is already paired, the charge that was found
 * first takes its place in the pair: the charge is the payment in our records, and the provider changed its fee after
 * it was booked.
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
 * Matches the rest. If an operator refunded the payment from another account, a line with the same amount is a second
 * refund. Each remaining line is paired, in order of time, with a movement of another amount. Movements of this account
 * come first.
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
 * Reports a line that matches no movement. It is reported at once, unlike an unmatched movement, because no later
 * statement repeats the line. If it is matched later, the difference is settled and no longer listed.
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
 * Whether the fee equals the agreed fee and, if one is booked, the booked fee. A fee is agreed only for payments, not
 * for refunds. The provider's rounding is unknown, so a fee may deviate by less than a franc.
 */
const isFeeRight = ({ amount, fee }: StatementLine, movement: Movement, { feeBasisPoints }: Agreement): boolean =>
  (movement.fee ?? fee) === fee &&
  (feeBasisPoints === null || amount < 0 || Math.abs(fee * BASIS_POINTS - amount * feeBasisPoints) < BASIS_POINTS);

/** Basis points in a whole. */
const BASIS_POINTS = 10_000;

const oldestFirst = (one: { readonly at: Instant }, other: { readonly at: Instant }): number =>
  millisecondsOf(one.at) - millisecondsOf(other.at);
