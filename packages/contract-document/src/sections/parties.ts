import type { ContractFacts } from '@vehicle-insurance/core';
import { drawFields } from '../layout/fields.ts';
import { drawHeading } from '../layout/heading.ts';
import type { Sheet } from '../layout/sheet.ts';
import { frenchPhone } from '../words/french.ts';

/** Between whom the contract is. */
export const parties = (sheet: Sheet, { companyName, quote: { policyholder }, certificate }: ContractFacts): void => {
  drawHeading(sheet, 'Parties au contrat');
  const phone = policyholder.phone === null ? [] : [`Téléphone : ${frenchPhone(policyholder.phone)}`];
  const fields = [
    { label: 'Souscripteur', value: policyholder.name, details: phone },
    { label: 'Assureur', value: certificate.insuranceCompany },
    { label: 'Intermédiaire', value: companyName },
  ];
  drawFields(sheet, fields, { columns: 3, padding: 8 });
};
