import { indexes, steps } from './steps.ts';

/**
 * How finished notices and loose documents are found, to be forgotten in batches, and whether a notice waits already.
 * Those of releases before this one lie there by the thousand where an account is shared with another shop.
 */
export const FINISHED_WORK = steps('0007', {
  'finished notices': indexes({
    notice_finished: 'notice (id) where due_at is null',
    notice_waiting: 'notice (provider, reference) where due_at is not null',
  }),
  'finished loose documents': indexes({ loose_document_finished: 'loose_document (id) where due_at is null' }),
});
