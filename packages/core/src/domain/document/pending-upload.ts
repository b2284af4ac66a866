import { later, type Instant } from '../../shared/calendar.ts';
import type { Due } from '../../shared/due.ts';

/**
 * A stored file whose owner, a vehicle, has not been created yet. The record is written before the file is stored, so
 * that a crash never leaves a file without a record.
 */
export interface PendingUpload {
  readonly companyId: string;
  /** The id of the upload, not the id of its future owner. */
  readonly id: string;
  /** The file's storage key. */
  readonly key: string;
  /** If true, a vehicle can no longer be created with this file. */
  readonly abandoned: boolean;
  /**
   * When the file is removed if it still has no owner. Null once it has an owner or has been removed; the row is then
   * deleted.
   */
  readonly due: Due | null;
}

/** Minutes for which a file waits for its owner. */
const WAITS = 60;

/** A file that is about to be stored. */
export const pendingUpload = (companyId: string, id: string, key: string, now: Instant): PendingUpload => ({
  companyId,
  id,
  key,
  abandoned: false,
  due: { at: later(now, { minutes: WAITS }), attempts: 0 },
});
