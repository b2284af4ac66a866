import type { DifferenceDetails } from '@vehicle-insurance/core';
import { table } from '../command-output.ts';

export const differenceTable = (found: readonly DifferenceDetails[]): string =>
  table(
    [
      'DISCREPANCY',
      'KIND',
      'PAYMENT',
      'COMPANY',
      'PROVIDER',
      'TRANSACTION',
      'AT',
      'RECORDS',
      'STATEMENT',
      'FEE',
      'CURRENCY',
    ],
    found.map((each) => [
      each.id,
      each.kind,
      each.paymentId,
      each.companyName,
      each.provider,
      each.transactionId,
      each.at,
      each.here === null || each.hereCurrency === each.currency ? each.here : `${each.here} ${each.hereCurrency}`,
      each.there,
      each.fee,
      each.currency,
    ]),
  );
