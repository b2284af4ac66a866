import { resolve } from 'node:path';
import type { Variables } from '../configuration/variables.ts';
import type { Place } from '../sandbox/enter-sandbox.ts';

/**
 * What to tell whoever starts one of several processes that keep documents in a folder: none of them can see whether the
 * others have the same one. Nothing where they share it by what they are, or where documents are kept elsewhere.
 */
export const oneFolderForAll = (
  { STORAGE, ROLE, DATA_DIR }: Pick<Variables, 'STORAGE' | 'ROLE' | 'DATA_DIR'>,
  as: Place['as'] | undefined,
): string | undefined =>
  STORAGE === 's3' || ROLE === 'both' || as === 'host' || as === 'guest'
    ? undefined
    : `documents are kept in ${resolve(DATA_DIR)}: every other process must have that same folder, or documents one ` +
      'stores cannot be opened at the others. Give all of them one DATA_DIR, or set STORAGE=s3.';
