import type { ContractFacts } from '@vehicle-insurance/core';
import { drawFields } from '../layout/fields.ts';
import { drawHeading } from '../layout/prose.ts';
import type { Sheet } from '../layout/sheet.ts';
import { STYLE } from '../layout/theme.ts';
import { frenchDate, frenchFrancs, frenchPeriod, frenchPhone } from '../words/french.ts';
import { ENERGY_WORDS, powerWords, USAGE_WORDS, VEHICLE_TYPE_WORDS } from '../words/vehicle-words.ts';

// The sections that are facts under their names.

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

/** What is insured, as the policyholder declared it. */
export const vehicle = (sheet: Sheet, { vehicle: declared, quote }: ContractFacts): void => {
  drawHeading(sheet, 'Véhicule assuré');
  const [powerLabel, power] = powerWords(declared);
  const facts = [
    ['Immatriculation', declared.licencePlate],
    ['Marque', declared.brand],
    ['Modèle', declared.model],
    ['Genre', VEHICLE_TYPE_WORDS[declared.type]],
    ['Usage', USAGE_WORDS[quote.usage]],
    ['Énergie', ENERGY_WORDS[declared.energy]],
    [powerLabel, power],
    ['Nombre de places', String(declared.seats)],
    ['Année du modèle', String(declared.year)],
    ['1re mise en circulation', frenchDate(declared.firstRoadDate)],
    ['Valeur à neuf', frenchFrancs(declared.originalValue)],
    ['Valeur vénale', frenchFrancs(declared.marketValue)],
  ] as const;
  const fields = facts.map(([label, value]) => ({ label, value }));
  drawFields(sheet, fields, { columns: 4, padding: 6, ruled: true, value: STYLE.body });
};

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
