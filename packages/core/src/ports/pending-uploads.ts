import type { PendingUpload } from '../domain/document/pending-upload.ts';

/** Pending uploads, inside a unit of work. */
export interface PendingUploads {
  find(companyId: string, id: string): Promise<PendingUpload | undefined>;
  /** The id must be new. */
  add(document: PendingUpload): Promise<void>;
  /** Only for an upload that this unit of work has found. */
  save(document: PendingUpload): Promise<void>;
}
