import type { Closing, Result } from '@vehicle-insurance/core';
import type { Readable } from 'node:stream';

/** A file of an insurer's bordereaux, as it stands there now. */
export interface BordereauFile {
  readonly name: string;
  /** Bytes; undefined where it is missing. */
  readonly size: number | undefined;
  readonly sha256: string | undefined;
  /** `changed`: it is not what was written; `foreign`: nothing of that name is ever written. */
  readonly state: 'intact' | 'changed' | 'missing' | 'foreign';
}

/** An insurer's bordereaux of a month. */
export interface InsurerBordereaux {
  readonly folder: string;
  /** Its code, null for the service's own; undefined where two insurers' folders read alike: the paper says which it is. */
  readonly insurer: { readonly code: string | null; readonly name: string } | undefined;
  readonly files: readonly BordereauFile[];
  /** Titles and lines of the file of totals; undefined where that was changed or is missing. */
  readonly totals: readonly (readonly string[])[] | undefined;
}

/** A file that is as it was written, to be sent. */
export interface OpenFile {
  readonly size: number;
  readonly stream: Readable;
}

/** What insurers are sent of a closed month, as files. Who starts the console says where they stand. */
export interface Bordereaux {
  /** Whether anything can be written. */
  canWrite(): Promise<boolean>;
  /** Writes those of a closing, and answers of how many insurers; refused where others stand there already. */
  write(closing: Closing): Promise<Result<number, { readonly code: 'bordereaux_differ' | 'bordereaux_folder' }>>;
  /** What stands there of a closing: nothing where nothing was written. */
  read(closing: Closing): Promise<readonly InsurerBordereaux[]>;
  /** A file by the names that `read` gives; refused where it is not what was written. */
  open(
    closing: Closing,
    folder: string,
    file: string,
  ): Promise<Result<OpenFile, { readonly code: 'bordereau_not_found' | 'bordereau_changed' }>>;
}
