import type { Booking, FeeCause } from '../../domain/ledger/entries.ts';
import { isExplained } from '../../domain/statement/difference.ts';
import type { Finding } from '../../domain/statement/match.ts';
import { bookedFees, type BookedFee } from '../../domain/statement/movement.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import type { ReferenceFacts } from '../../ports/statements.ts';
import type { Transaction } from '../../ports/unit-of-work.ts';
import { CURRENCY } from '../../shared/money.ts';
import { lineFindingsIn } from './findings.ts';

/**
 * A merchant fee, or a correction of a booked fee, that is not booked yet. Below zero if the provider returned money.
 */
export type UnbookedFee = Booking & { readonly cause: FeeCause };

/**
 * The fees on the statement that are not booked yet although their movements are booked. A fee that differs from the
 * agreed or the booked fee is booked only when an operator has explained the difference. Until then, the provider may
 * still correct the fee. A line may now match another movement than when its fee was booked. So each booked fee counts
 * for one line, even under another movement.
 */
export const unbookedFees = (facts: ReferenceFacts, findings: readonly Finding[]): readonly UnbookedFee[] => {
  const { companyId } = facts;
  const booked = bookedFees(facts.booked);
  const certain = findings.filter(isCertain(facts)).flatMap((finding) => {
    const { line, movement } = finding;
    if (!line || !movement || line.currency !== CURRENCY) return [];
    const own = booked.find(({ subjectId }) => subjectId === movement.subjectId);
    return [{ finding, line, movement, own }];
  });
  const corrections = certain.flatMap(({ finding, line, movement: { paymentId }, own }) => {
    if (!own || own.fee === line.fee || !isExplained(facts.differences, finding)) return [];
    const of = { companyId, paymentId, subjectId: own.lastEntryId, at: line.at };
    return [{ ...of, cause: 'merchant_fee_corrected' as const, amount: line.fee - own.fee }];
  });
  const isCorrected = (each: BookedFee | undefined): boolean =>
    corrections.some(({ subjectId }) => subjectId === each?.lastEntryId);
  const known = booked.filter((each) => !isCorrected(each)).map(({ fee }) => fee);
  const first = certain.flatMap(({ line: { fee, at }, movement: { paymentId, subjectId }, own }) => {
    if (fee === 0 || isCorrected(own)) return [];
    const place = known.indexOf(fee);
    if (place >= 0) known.splice(place, 1);
    const cause = fee > 0 ? ('merchant_fee_kept' as const) : ('merchant_fee_returned' as const);
    return place >= 0 || own ? [] : [{ companyId, paymentId, subjectId, at, cause, amount: fee }];
  });
  return [...corrections, ...first];
};

/** Whether a line's movement is booked and the line's fee is certain. */
const isCertain =
  ({ differences, booked }: ReferenceFacts) =>
  (finding: Finding): boolean => {
    const { kind, movement } = finding;
    if (kind === 'matched') return true;
    if (kind === 'other_fee') return isExplained(differences, finding);
    const isOwed = booked.some((each) => each.cause === 'refund_repeated' && each.subjectId === movement?.subjectId);
    return kind === 'refunded_twice' && isOwed;
  };

/** Books the fees under a reference that have become certain through an operator's command. */
export const bookCertainFees = async (
  tx: Transaction,
  dependencies: Pick<Dependencies, 'clock' | 'merchantFees'>,
  { companyId, provider, reference }: Readonly<Record<'companyId' | 'provider' | 'reference', string>>,
): Promise<void> => {
  const facts = await tx.statements.facts(companyId, provider, reference);
  if (!facts) return;
  const feeBasisPoints = dependencies.merchantFees?.[provider] ?? null;
  await bookFees(tx, dependencies, unbookedFees(facts, lineFindingsIn(facts, feeBasisPoints)));
};

/** Books fees as a cost of the wallet. Idempotent, so no lock is needed. */
export const bookFees = async (
  { ledger }: Transaction,
  { clock }: Pick<Dependencies, 'clock'>,
  fees: readonly UnbookedFee[],
): Promise<void> => {
  // The fees are booked in a fixed order, so that two processes that book the same fees do not deadlock.
  for (const fee of fees.toSorted(bySubject)) await ledger.book(fee, clock.now());
};

const bySubject = (one: UnbookedFee, other: UnbookedFee): number => (one.subjectId < other.subjectId ? -1 : 1);
