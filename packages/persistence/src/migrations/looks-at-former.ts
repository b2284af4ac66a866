import { steps } from './steps.ts';

/**
 * How often what was before the books, or before the journal, was looked through: once at its beginning, however late
 * that is, and once more a day after that.
 */
export const LOOKS_AT_FORMER = steps('0028', {
  'looks at what was before the books': ['alter table books add column looks integer not null default 0'],
  'looks at what was before the journal': ['alter table journal add column looks integer not null default 0'],
});
