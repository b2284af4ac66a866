import { subjectOfFinding } from '../../domain/statement/difference.ts';
import type { Finding } from '../../domain/statement/match.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import type { ReferenceFacts } from '../../ports/statements.ts';
import type { Transaction } from '../../ports/unit-of-work.ts';
import type { Instant } from '../../shared/calendar.ts';
import { CURRENCY, type Francs } from '../../shared/money.ts';
import { findingsIn } from './findings.ts';
import { bookFee, type BookingDependencies } from '../ledger/book.ts';

/** What the provider kept of a movement, or gave back below zero, and that is not booked. */
export interface UnbookedFee {
  readonly companyId: string;
  readonly paymentId: string;
  readonly subjectId: string;
  readonly fee: Francs;
  readonly at: Instant;
}

/**
 * The fees that the statement shows and the books do not have, of movements that the books have. A fee that is not as
 * agreed is booked once an operator has explained it: until then the provider may correct it. A line may match another
 * movement than when its fee was booked, so each booked fee counts for one line, whichever movement it is booked under.
 */
export const unbookedFees = (facts: ReferenceFacts, findings: readonly Finding[]): readonly UnbookedFee[] => {
  const { companyId } = facts;
  const known = facts.booked.flatMap(feesIn);
  return findings.filter(isCertain(facts)).flatMap(({ line, movement }): readonly UnbookedFee[] => {
    if (!line || !movement || line.fee === 0 || line.currency !== CURRENCY) return [];
    const { paymentId, subjectId } = movement;
    const place = known.indexOf(line.fee);
    if (place >= 0) known.splice(place, 1);
    const isUnbooked = place < 0 && movement.fee === undefined;
    return isUnbooked ? [{ companyId, paymentId, subjectId, fee: line.fee, at: line.at }] : [];
  });
};

const feesIn = ({ cause, amount }: ReferenceFacts['booked'][number]): readonly Francs[] => {
  if (cause === 'merchant_fee_kept') return [amount];
  return cause === 'merchant_fee_returned' ? [-amount] : [];
};

/** Whether the movement of a line is booked, and the provider's fee of it settled. */
const isCertain =
  ({ differences, booked }: ReferenceFacts) =>
  (finding: Finding): boolean => {
    const { kind, movement } = finding;
    if (kind === 'matched') return true;
    const subject = subjectOfFinding(finding);
    if (kind === 'other_fee')
      return differences.some((each) => each.subject === subject && each.status === 'explained');
    const isOwed = booked.some((each) => each.cause === 'refund_repeated' && each.subjectId === movement?.subjectId);
    return kind === 'refunded_twice' && isOwed;
  };

/** Books the fees under a reference that an operator's command has made certain. */
export const bookCertainFees = async (
  tx: Transaction,
  dependencies: BookingDependencies & Pick<Dependencies, 'clock' | 'merchantFees'>,
  { companyId, provider, reference }: Readonly<Record<'companyId' | 'provider' | 'reference', string>>,
): Promise<void> => {
  const facts = await tx.statements.facts(companyId, provider, reference);
  if (!facts) return;
  const feeBasisPoints = dependencies.merchantFees?.[provider] ?? null;
  await bookFees(tx, dependencies, unbookedFees(facts, findingsIn(facts, { feeBasisPoints, isTold: () => false })));
};

/** Books fees as a cost of the wallet. Idempotent, so that it needs no lock. */
export const bookFees = async (
  tx: Transaction,
  dependencies: BookingDependencies & Pick<Dependencies, 'clock'>,
  fees: readonly UnbookedFee[],
): Promise<void> => {
  // In one order, so that two programs that book the same fees do not wait for each other.
  for (const { companyId, paymentId, at, ...fee } of fees.toSorted(bySubject)) {
    const payment = await tx.payments.find(companyId, paymentId);
    if (!payment) throw new Error(`the payment ${paymentId} of a fee is not there`);
    await bookFee(tx, dependencies, payment, fee, { at, now: dependencies.clock.now() });
  }
};

const bySubject = (one: UnbookedFee, other: UnbookedFee): number => (one.subjectId < other.subjectId ? -1 : 1);
