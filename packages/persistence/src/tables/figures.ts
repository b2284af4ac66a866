import { defineEntity } from '@mikro-orm/core';
import { amount, instant, text, uuid } from './columns.ts';

/** A company's sales of a coverage on a business day of a time zone. The service's own insurer is the empty text. */
export const FigureDayEntity = defineEntity({
  name: 'FigureDay',
  tableName: 'figure_day',
  properties: {
    companyId: uuid().primary(),
    zone: text().primary(),
    begins: instant().primary(),
    insurer: text().primary(),
    coverage: text().primary(),
    quotes: amount(),
    contracts: amount(),
    premium: amount(),
  },
});

/** For each of a company's lists, the last number that the totals of days include. */
export const FigureProgressEntity = defineEntity({
  name: 'FigureProgress',
  tableName: 'figure_progress',
  properties: {
    companyId: uuid().primary(),
    zone: text().primary(),
    quotes: amount().default(0),
    contracts: amount().default(0),
  },
});
