import type { PaperFacts } from '@vehicle-insurance/core';
import { drawFields } from '../layout/fields.ts';
import { drawHeading } from '../layout/prose.ts';
import type { Sheet } from '../layout/sheet.ts';
import { phone } from '../words/phone.ts';
import type { Words } from '../words/words.ts';

/** Draws the parties of the contract, with the known facts about each. */
export const parties = (sheet: Sheet, facts: PaperFacts, words: Words): void => {
  drawHeading(sheet, words.parties);
  const { policyholder } = facts.quote;
  const fields = [
    {
      label: words.policyholder,
      value: policyholder.name,
      details: [facts.policyholderAddress, policyholder.phone && words.labelled(words.phone, phone(policyholder.phone))]
        .map((detail) => detail ?? '')
        .filter((detail) => detail !== ''),
    },
    { label: words.insurer, value: facts.insurer.name, details: insurerDetails(facts.insurer, words) },
    { label: words.intermediary, value: facts.companyName, details: intermediaryDetails(facts, words) },
  ];
  drawFields(sheet, fields, { columns: 3, shares: [0.3, 0.42, 0.28], padding: 8 });
};

/** The facts about an insurer that the law requires. */
const insurerDetails = (insurer: PaperFacts['insurer'], words: Words): readonly string[] => {
  const { legalForm, capital, address, tradeRegister, licence, phone: claims, email } = insurer;
  const form = [legalForm, capital === undefined ? undefined : words.capital(words.francs(capital))];
  const named = (label: string, value: string | undefined) => value && words.labelled(label, value);
  return [
    form.filter((part) => part !== undefined).join(' '),
    address,
    named(words.tradeRegister, tradeRegister),
    named(words.licence, licence),
    named(words.claimsPhone, claims && phone(claims)),
    email,
  ].flatMap((detail) => (detail ? [detail] : []));
};

const intermediaryDetails = ({ intermediary }: PaperFacts, words: Words): readonly string[] => {
  const { legalForm, address, licence, phone: number } = intermediary ?? {};
  const named = (label: string, value: string | null | undefined) => value && words.labelled(label, value);
  return [legalForm, address, named(words.licence, licence), named(words.phone, number && phone(number))].flatMap(
    (detail) => (detail ? [detail] : []),
  );
};
