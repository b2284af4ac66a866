import type { InsurerTotals } from '../domain/ledger/bordereau.ts';
import type { Closing } from '../domain/ledger/closing.ts';
import type { Result } from '../shared/result.ts';
import type { Dependencies } from './dependencies.ts';
import type { BookedDays } from './ledger.ts';

/** The bordereaux insurers get for a closed month, stored as files. */
export interface Bordereaux {
  /** Whether files can be written; writes none. */
  canWrite(): Promise<Result<void, BordereauxUnwritable>>;
  /**
   * Writes every insurer's bordereaux of a closed month, or of the entries booked from one day to another, both
   * included: all, or none. Written again they are identical byte by byte, as long as no name has changed; stored ones
   * that differ are never replaced. `tell` is called with the number of rows written so far.
   */
  write(
    of: Closing | BookedDays,
    tell?: (rows: number) => void,
  ): Promise<Result<readonly WrittenBordereaux[], BordereauxUnwritable | BordereauxDiffer>>;
  /** The stored bordereaux of a closing; empty if none were written. */
  read(closing: Closing): Promise<readonly InsurerBordereaux[]>;
  /** Opens a file by the names that `read` returns; refused if it is not as it was written. */
  open(
    closing: Closing,
    folder: string,
    file: string,
  ): Promise<Result<BordereauBytes, { readonly code: 'bordereau_not_found' | 'bordereau_changed' }>>;
}

/** What bordereaux are made of: the books, and what insurers are called. */
export type BordereauxSource = Pick<Dependencies, 'books' | 'catalogue' | 'insuranceCompany' | 'zone'>;

/** The folder of the bordereaux cannot be written to, for a reason outside the program, such as a full disk. */
export interface BordereauxUnwritable {
  readonly code: 'bordereaux_folder';
  /** The folder they would be stored in. */
  readonly folder: string;
  readonly cause: Error;
}

/** Different bordereaux are stored there, and were not replaced. */
export interface BordereauxDiffer {
  readonly code: 'bordereaux_differ';
  readonly folder: string;
}

/** What was written for one insurer: its totals, and where the files are. */
export interface WrittenBordereaux extends InsurerTotals {
  readonly name: string;
  readonly folder: string;
  readonly files: readonly string[];
}

/** An insurer's bordereaux of a month, as they are stored now. */
export interface InsurerBordereaux {
  readonly folder: string;
  /**
   * Its code, null for the service's own; undefined if the folder's name fits no insurer of the closing or several: the
   * paper names it.
   */
  readonly insurer: { readonly code: string | null; readonly name: string } | undefined;
  readonly files: readonly BordereauFile[];
  /** Titles and lines of the file of totals; undefined if it was changed or is missing. */
  readonly totals: readonly (readonly string[])[] | undefined;
}

/** A file of an insurer's bordereaux, as it is stored now. */
export interface BordereauFile {
  readonly name: string;
  /** Bytes; undefined if it is missing or foreign, as is the checksum. */
  readonly size: number | undefined;
  readonly sha256: string | undefined;
  /** `changed`: it is not what was written; `foreign`: nothing of that name is ever written. */
  readonly state: 'intact' | 'changed' | 'missing' | 'foreign';
}

/** A file that is as it was written, streamed as it is read. */
export interface BordereauBytes {
  /** The number of bytes. */
  readonly size: number;
  readonly stream: AsyncIterable<Uint8Array>;
}
