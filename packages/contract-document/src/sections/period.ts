import type { ContractFacts } from '@vehicle-insurance/core';
import { drawFields } from '../layout/fields.ts';
import { drawHeading } from '../layout/heading.ts';
import type { Sheet } from '../layout/sheet.ts';
import { frenchDate, frenchPeriod } from '../words/french.ts';

/** The days covered, first and last included. */
export const period = (sheet: Sheet, { contract, quote }: ContractFacts): void => {
  drawHeading(sheet, 'Période d’assurance');
  const fields = [
    { label: 'Durée', value: `${quote.duration} mois` },
    { label: 'Dates', value: frenchPeriod(contract.startDate, contract.endDate) },
    { label: 'Prime réglée le', value: frenchDate(contract.paidOn) },
  ];
  drawFields(sheet, fields, { columns: 3, shares: [0.2, 0.5, 0.3], padding: 8 });
};
