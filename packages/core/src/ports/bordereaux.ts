import type { InsurerTotals } from '../domain/ledger/bordereau.ts';
import type { Closing } from '../domain/ledger/closing.ts';
import type { Result } from '../shared/result.ts';
import type { Dependencies } from './dependencies.ts';
import type { BookedDays } from './ledger.ts';

/** What insurers are sent of a closed month, as files that are kept. */
export interface Bordereaux {
  /** Whether anything can be written, with nothing written. */
  canWrite(): Promise<Result<void, BordereauxUnwritable>>;
  /**
   * Writes every insurer's bordereaux of a closed month, or of what was booked from one day to another, both included: all,
   * or none. Written again they are the same, byte by byte, as long as no name has changed; others that stand there already
   * are never replaced. `tell` hears how many rows are written.
   */
  write(
    of: Closing | BookedDays,
    tell?: (rows: number) => void,
  ): Promise<Result<readonly WrittenBordereaux[], BordereauxUnwritable | BordereauxDiffer>>;
  /** What stands there of a closing: nothing where nothing was written. */
  read(closing: Closing): Promise<readonly InsurerBordereaux[]>;
  /** A file by the names that `read` gives; refused where it is not what was written. */
  open(
    closing: Closing,
    folder: string,
    file: string,
  ): Promise<Result<BordereauBytes, { readonly code: 'bordereau_not_found' | 'bordereau_changed' }>>;
}

/** What bordereaux are made of: the books, and what insurers are called. */
export type BordereauxSource = Pick<Dependencies, 'books' | 'catalogue' | 'insuranceCompany' | 'zone'>;

/** Where bordereaux would be kept nothing can be written, for a reason outside the program, such as a full disk. */
export interface BordereauxUnwritable {
  readonly code: 'bordereaux_folder';
  /** Where they would be kept. */
  readonly folder: string;
  readonly cause: Error;
}

/** Other bordereaux stand there, and were left as they are. */
export interface BordereauxDiffer {
  readonly code: 'bordereaux_differ';
  readonly folder: string;
}

/** What was written for one insurer: what it comes to, and where it is kept. */
export interface WrittenBordereaux extends InsurerTotals {
  readonly name: string;
  readonly folder: string;
  readonly files: readonly string[];
}

/** An insurer's bordereaux of a month, as they stand there now. */
export interface InsurerBordereaux {
  readonly folder: string;
  /** Its code, null for the service's own; undefined where two insurers' folders read alike: the paper says which it is. */
  readonly insurer: { readonly code: string | null; readonly name: string } | undefined;
  readonly files: readonly BordereauFile[];
  /** Titles and lines of the file of totals; undefined where that was changed or is missing. */
  readonly totals: readonly (readonly string[])[] | undefined;
}

/** A file of an insurer's bordereaux, as it stands there now. */
export interface BordereauFile {
  readonly name: string;
  /** Bytes; undefined where it is missing. */
  readonly size: number | undefined;
  readonly sha256: string | undefined;
  /** `changed`: it is not what was written; `foreign`: nothing of that name is ever written. */
  readonly state: 'intact' | 'changed' | 'missing' | 'foreign';
}

/** A file that is as it was written, to be sent as it is read. */
export interface BordereauBytes {
  /** How many. */
  readonly size: number;
  readonly stream: AsyncIterable<Uint8Array>;
}
