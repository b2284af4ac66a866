import { match, type Agreement, type Finding } from '../../domain/statement/match.ts';
import { movementsOf } from '../../domain/statement/movement.ts';
import type { ReferenceFacts } from '../../ports/statements.ts';

/** Every line and every movement under one reference, each in one finding. */
export const findingsIn = (
  { lines, payments, refunds, booked, differences }: ReferenceFacts,
  agreement: Agreement,
): readonly Finding[] => match(lines, movementsOf(payments, refunds, booked, differences), agreement);
