import { timeOf, type PaperFacts, type TimeZone } from '@vehicle-insurance/core';
import { drawFields, type Field } from '../layout/fields.ts';
import { drawHeading, drawParagraph } from '../layout/prose.ts';
import type { Sheet } from '../layout/sheet.ts';
import { STYLE } from '../layout/theme.ts';
import { wordingIn } from '../words/wording.ts';
import type { Words } from '../words/words.ts';

// Sections of labelled facts.

/** Draws the insured vehicle, as the policyholder declared it. Even the longest plate fits on one line. */
export const vehicle = (sheet: Sheet, { vehicle: declared, quote, chassisNumber }: PaperFacts, words: Words): void => {
  drawHeading(sheet, words.vehicle);
  const power =
    declared.type === 'auto'
      ? ([words.fiscalPower, `${words.number(declared.power)} ${words.fiscalPowerUnit}`] as const)
      : ([words.engineSize, `${words.number(declared.power)} cm³`] as const);
  const names = [
    [words.plate, declared.licencePlate],
    [words.brand, declared.brand],
    [words.model, declared.model],
    [words.type, words.types[declared.type]],
  ] as const;
  const facts = [
    [words.usage, words.usages[quote.usage]],
    [words.energy, words.energies[declared.energy]],
    power,
    [words.seats, String(declared.seats)],
    [words.year, String(declared.year)],
    [words.firstRoadDate, words.date(declared.firstRoadDate)],
    [words.originalValue, words.francs(declared.originalValue)],
    [words.marketValue, words.francs(declared.marketValue)],
    ...(chassisNumber === undefined ? [] : ([[words.chassis, chassisNumber]] as const)),
  ] as const;
  const style = { padding: 6, ruled: true, value: STYLE.body };
  drawFields(sheet, names.map(fieldOf), { ...style, columns: 4, shares: [0.42, 0.15, 0.22, 0.21] });
  drawFields(sheet, facts.map(fieldOf), { ...style, columns: 4 });
};

const fieldOf = ([label, value]: readonly [string, string]): Field => ({ label, value });

/** Draws the duration, the days of cover and the day of payment; also the first hour and the territory, if known. */
export const period = (sheet: Sheet, facts: PaperFacts, words: Words, zone: TimeZone): void => {
  const { contract, quote, conditions } = facts;
  drawHeading(sheet, words.cover);
  const hour = effectHour(facts, zone);
  const fields = [
    { label: words.durationLabel, value: words.duration(quote.duration) },
    { label: words.dates, value: words.period(contract.startDate, contract.endDate) },
    { label: words.paidOn, value: words.date(contract.paidOn) },
  ];
  drawFields(sheet, fields, { columns: 3, shares: [0.2, 0.5, 0.3], padding: 8 });
  if (hour !== undefined) {
    const begins = words.labelled(words.begins, words.moment(contract.startDate, hour));
    drawParagraph(
      sheet,
      `${begins}. ${words.labelled(words.ends, words.moment(contract.endDate, '24:00'))}.`,
      STYLE.body,
    );
  }
  const where = conditions?.territory && wordingIn(words, conditions.territory);
  if (where) drawParagraph(sheet, words.labelled(words.territory, where), STYLE.body);
};

/**
 * The hour at which cover begins; undefined if the conditions do not state it. Cover never begins before the payment,
 * which may be made on the first day of cover.
 */
const effectHour = ({ contract, conditions, payment }: PaperFacts, zone: TimeZone): string | undefined => {
  const hour = conditions?.effectHour;
  const paid = payment?.completed;
  if (hour === undefined || !paid || contract.paidOn !== contract.startDate) return hour;
  const paidAt = timeOf(paid, zone);
  return paidAt > hour ? paidAt : hour;
};
