import { match, type Agreement, type Compared, type Finding } from '../../domain/statement/match.ts';
import { movementsOf } from '../../domain/statement/movement.ts';
import type { StatementLine } from '../../domain/statement/statement-line.ts';
import type { ReferenceFacts } from '../../ports/statements.ts';

/** Every line and every movement under one reference, each in one finding. */
export const findingsIn = (
  { lines, payments, refunds, booked, differences }: ReferenceFacts,
  agreement: Agreement,
): readonly Finding[] => match(lines, movementsOf(payments, refunds, booked, differences), agreement);

export type LineFinding = Compared & { readonly line: StatementLine };

/** The findings about lines. Only findings without a line depend on the days whose statements were read. */
export const lineFindingsIn = (facts: ReferenceFacts, feeBasisPoints: number | null): readonly LineFinding[] =>
  findingsIn(facts, { feeBasisPoints, isOnStatement: () => false }).filter(
    (finding): finding is LineFinding => finding.line !== null,
  );
