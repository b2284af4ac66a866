import { subjectOfFinding, type Difference } from '../../domain/statement/difference.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import { factsUnder } from './compare-with-records.ts';
import { lineFindingsIn, type LineFinding } from './findings.ts';

type ExpectedFeesDependencies = Pick<Dependencies, 'statements' | 'merchantFees'>;

/**
 * The fee that each `other_fee` difference should have on the statement, by the id of the difference. If a fee is
 * booked and the statement shows a different fee, the booked fee is expected. Otherwise, the agreed fee is expected.
 * Without either, the difference has no entry.
 */
export const expectedFees =
  ({ statements, merchantFees }: ExpectedFeesDependencies) =>
  async (differences: readonly Difference[]): Promise<ReadonlyMap<string, number>> => {
    const expected = new Map<string, number>();
    const ofFees = differences.filter(({ kind }) => kind === 'other_fee');
    for (const [provider, own] of Map.groupBy(ofFees, (each) => each.provider)) {
      const feeBasisPoints = merchantFees?.[provider] ?? null;
      const ids = new Map(own.map(({ id, paymentId, subject }) => [`${paymentId} ${subject}`, id]));
      const references = [...new Set(own.map(({ paymentId }) => paymentId))];
      for await (const facts of factsUnder(statements, provider, references))
        for (const finding of lineFindingsIn(facts, feeBasisPoints)) {
          const id = ids.get(`${facts.reference} ${subjectOfFinding(finding)}`);
          const fee = feeFor(finding, feeBasisPoints);
          if (id !== undefined && fee !== null) expected.set(id, fee);
        }
    }
    return expected;
  };

const feeFor = ({ line, movement }: LineFinding, feeBasisPoints: number | null): number | null => {
  if (movement?.fee !== undefined && movement.fee !== line.fee) return movement.fee;
  return feeBasisPoints !== null ? Math.round((line.amount * feeBasisPoints) / BASIS_POINTS) : null;
};

const BASIS_POINTS = 10_000;
