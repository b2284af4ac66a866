import { later, type Instant } from '../../shared/calendar.ts';
import type { Due } from '../../shared/due.ts';

/**
 * The record of a file whose vehicle has not been created yet. The service stores the record before the file, so that a
 * crash never leaves a file without a record.
 */
export interface PendingUpload {
  readonly companyId: string;
  /** The id of the upload, not of the future vehicle. */
  readonly id: string;
  /** The file's storage key. */
  readonly key: string;
  /** If true, no vehicle can be created with this file any more. */
  readonly abandoned: boolean;
  /**
   * If the file still has no vehicle at this time, the service removes the file. Null once a vehicle has the file or
   * the service has removed the file. A job then deletes the record.
   */
  readonly due: Due | null;
}

/** Minutes for which the service keeps a file without a vehicle. */
const WAITS = 60;

/** The record of a file that is about to be stored. */
export const pendingUpload = (companyId: string, id: string, key: string, now: Instant): PendingUpload => ({
  companyId,
  id,
  key,
  abandoned: false,
  due: { at: later(now, { minutes: WAITS }), attempts: 0 },
});
