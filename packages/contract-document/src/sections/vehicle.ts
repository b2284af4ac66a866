import type { ContractFacts } from '@vehicle-insurance/core';
import { drawFields } from '../layout/fields.ts';
import { drawHeading } from '../layout/heading.ts';
import type { Sheet } from '../layout/sheet.ts';
import { STYLE } from '../layout/theme.ts';
import { frenchDate, frenchFrancs } from '../words/french.ts';
import { ENERGY_WORDS, powerWords, USAGE_WORDS, VEHICLE_TYPE_WORDS } from '../words/vehicle-words.ts';

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
