import { indexes, steps } from './steps.ts';

/** The entries of a closing are read in their order, without sorting a month of them first. */
export const ENTRIES_OF_CLOSINGS = steps('0023', {
  'entries of closings': [
    ...indexes({ entry_of_closing: 'entry (company_id, closing, booked_on, id) where closing is not null' }),
  ],
});
