import type { InsurerTotals } from '../domain/ledger/bordereau.ts';
import type { Closing } from '../domain/ledger/closing.ts';
import type { Result } from '../shared/result.ts';
import type { Dependencies } from './dependencies.ts';
import type { BookedDays } from './ledger.ts';

/** The bordereaux that insurers get for a closed month, stored as files. */
export interface Bordereaux {
  /** Checks whether files can be written. Writes nothing. */
  canWrite(): Promise<Result<void, BordereauxUnwritable>>;
  /**
   * Writes every insurer's bordereaux of a closed month, or of the entries booked from one day to another, both
   * included. All or nothing. Writing again gives identical bytes, as long as no name has changed. Stored files that
   * differ are never replaced. `onProgress` is called with the number of rows written so far.
   */
  write(
    of: Closing | BookedDays,
    onProgress?: (rows: number) => void,
  ): Promise<Result<readonly WrittenBordereaux[], BordereauxUnwritable | BordereauxDiffer>>;
  /** The stored bordereaux of a closing; empty if there are none. */
  read(closing: Closing): Promise<readonly InsurerBordereaux[]>;
  /** Opens a file by the names that `read` returns. Refuses a file that has changed since it was written. */
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
  /** The folder in which the bordereaux would be stored. */
  readonly folder: string;
  readonly cause: Error;
}

/** Different bordereaux are already stored, and were not replaced. */
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
   * Code and name; the code of the service's own insurer is null. Undefined if the folder's name matches no insurer of
   * the closing, or several. Then only the files contain the insurer's name.
   */
  readonly insurer: { readonly code: string | null; readonly name: string } | undefined;
  readonly files: readonly BordereauFile[];
  /** Titles and lines of the file of totals; undefined if it was changed or is missing. */
  readonly totals: readonly (readonly string[])[] | undefined;
}

/** A file of an insurer's bordereaux, as currently stored. */
export interface BordereauFile {
  readonly name: string;
  /** In bytes. Size and checksum are undefined if the file is missing or foreign. */
  readonly size: number | undefined;
  readonly sha256: string | undefined;
  /** `changed`: the content differs from what was written. `foreign`: the service never writes a file of that name. */
  readonly state: 'intact' | 'changed' | 'missing' | 'foreign';
}

/** An unchanged file, streamed while it is read. */
export interface BordereauBytes {
  /** The number of bytes. */
  readonly size: number;
  readonly stream: AsyncIterable<Uint8Array>;
}
