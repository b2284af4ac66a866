import { indexes, steps } from './steps.ts';

/**
 * Indexes that find finished notifications and pending uploads, to delete them in batches, and whether a notification
 * is already waiting. Earlier releases left thousands of them where the provider's account is shared with another shop.
 */
export const FINISHED_WORK = steps('0007', {
  'finished notices': indexes({
    notice_finished: 'notice (id) where due_at is null',
    notice_waiting: 'notice (provider, reference) where due_at is not null',
  }),
  'finished loose documents': indexes({ loose_document_finished: 'loose_document (id) where due_at is null' }),
});
