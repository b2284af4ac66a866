import type { PendingUpload } from '../domain/document/pending-upload.ts';

/** Pending uploads, inside a unit of work. */
export interface PendingUploads {
  find(companyId: string, id: string): Promise<PendingUpload | undefined>;
  /** Under an id that has not been used. */
  add(document: PendingUpload): Promise<void>;
  /** Only for one this unit of work has found. */
  save(document: PendingUpload): Promise<void>;
}
