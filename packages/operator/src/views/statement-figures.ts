import type { StatementFigures, StatementShown } from '@vehicle-insurance/core';
import { table } from '../command-output.ts';

type Lines = StatementShown['lines'];

export const lineTable = (lines: Lines): string =>
  table(
    ['AT', 'PROVIDER', 'TRANSACTION', 'KIND', 'AMOUNT', 'FEE', 'CURRENCY', 'REFERENCE', 'RESULT'],
    lines.map(({ at, provider, transactionId, kind, amount, fee, currency, reference, matchResult }) => [
      ...[at, provider, transactionId, kind],
      ...[amount, fee, currency, reference, matchResult],
    ]),
  );

/** The totals of an import or of its preview. */
export const figuresTables = (figures: StatementFigures): string => {
  const { lines, kept, changed, totals, results, opened, settled, first } = figures;
  return [
    table(
      ['NEW', 'CHANGED', 'ALREADY STORED', 'DISCREPANCIES OPENED', 'SETTLED'],
      [[kept - changed, changed, lines - kept, Object.values(opened).reduce((all, count) => all + count, 0), settled]],
    ),
    table(
      ['KIND', 'LINES', 'AMOUNT', 'FEES', 'CURRENCY'],
      totals.map(({ kind, lines: count, amount, fees, currency }) => [kind, count, amount, fees, currency]),
    ),
    table(['RESULT', 'LINES'], Object.entries(results)),
    ...(Object.keys(opened).length > 0 ? [table(['DISCREPANCIES OPENED', 'COUNT'], Object.entries(opened))] : []),
    lineTable(first),
  ].join('\n\n');
};
