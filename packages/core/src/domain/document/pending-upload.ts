import { later, type Instant } from '../../shared/calendar.ts';
import type { Due } from '../../shared/due.ts';

/**
 * A file that is being stored for something that is yet to be created. Written down before the file is stored, so that
 * no crash leaves a file behind that is not known of.
 */
export interface PendingUpload {
  readonly companyId: string;
  /** Its own: what the file will belong to has another. */
  readonly id: string;
  /** What the file is stored under. */
  readonly key: string;
  /** Once true, its owner can no longer be created with it. */
  readonly abandoned: boolean;
  /** When it is removed unless its owner is there by then; null once it has its owner or is gone, and then forgotten. */
  readonly due: Due | null;
}

/** Minutes a file waits for its owner. */
const WAITS = 60;

/** A file that is about to be stored. */
export const pendingUpload = (companyId: string, id: string, key: string, now: Instant): PendingUpload => ({
  companyId,
  id,
  key,
  abandoned: false,
  due: { at: later(now, { minutes: WAITS }), attempts: 0 },
});
