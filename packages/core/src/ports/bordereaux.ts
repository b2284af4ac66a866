import type { InsurerTotals } from '../domain/ledger/bordereau.ts';
import type { Closing } from '../domain/ledger/closing.ts';
import type { Result } from '../shared/result.ts';
import type { Dependencies } from './dependencies.ts';
import type { BookedDays } from './ledger.ts';

/** The bordereaux that insurers get for a closed month, stored as files. */
export interface Bordereaux {
  /** Checks whether files can be written. Writes no file, but may create the folder. */
  canWrite(): Promise<Result<void, BordereauxUnwritable>>;
  /**
   * Writes every insurer's bordereaux for a closing or for a range of booking dates. Writes all files or none. A second
   * call for a closing generates identical bytes, unless a name has changed. Never replaces a stored file that differs.
   * `onProgress` receives the number of rows written so far.
   */
  write(
    of: Closing | BookedDays,
    onProgress?: (rows: number) => void,
  ): Promise<Result<readonly WrittenBordereaux[], BordereauxUnwritable | BordereauxDiffer>>;
  /** The stored bordereaux of a closing; empty if there are none. */
  read(closing: Closing): Promise<readonly InsurerBordereaux[]>;
  /** Opens a file by the names that `read` returns. Refuses a file whose content has changed since it was written. */
  open(
    closing: Closing,
    folder: string,
    file: string,
  ): Promise<Result<BordereauBytes, { readonly code: 'bordereau_not_found' | 'bordereau_changed' }>>;
}

/** The sources of bordereaux: the books, and the names of insurers. */
export type BordereauxSource = Pick<Dependencies, 'books' | 'catalogue' | 'insuranceCompany' | 'zone'>;

/** The folder of the bordereaux cannot be written to, for a reason outside the program, such as a full disk. */
export interface BordereauxUnwritable {
  readonly code: 'bordereaux_folder';
  readonly folder: string;
  readonly cause: Error;
}

/** The folder already contains other or changed bordereaux, which were not replaced. */
export interface BordereauxDiffer {
  readonly code: 'bordereaux_differ';
  readonly folder: string;
}

/** The files written for one insurer, with their totals and folder. */
export interface WrittenBordereaux extends InsurerTotals {
  readonly name: string;
  readonly folder: string;
  readonly files: readonly string[];
}

/** An insurer's bordereaux of a month, as currently stored. */
export interface InsurerBordereaux {
  readonly folder: string;
  /**
   * The code is null for the service's own insurer. The insurer is undefined if the folder's name does not match
   * exactly one insurer of the closing.
   */
  readonly insurer: { readonly code: string | null; readonly name: string } | undefined;
  readonly files: readonly BordereauFile[];
  /** Titles and lines of the file of totals; undefined if that file was changed or is missing. */
  readonly totals: readonly (readonly string[])[] | undefined;
}

/** A file of an insurer's bordereaux, as currently stored. */
export interface BordereauFile {
  readonly name: string;
  /** In bytes. Size and checksum are undefined if the file is missing or foreign. */
  readonly size: number | undefined;
  readonly sha256: string | undefined;
  /**
   * `changed`: the content does not match the stored checksum, or the checksums were changed. `foreign`: the service
   * never writes a file with that name.
   */
  readonly state: 'intact' | 'changed' | 'missing' | 'foreign';
}

/** The content of an unchanged file, read as a stream. */
export interface BordereauBytes {
  /** In bytes. */
  readonly size: number;
  readonly stream: AsyncIterable<Uint8Array>;
}
