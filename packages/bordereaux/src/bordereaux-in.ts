import { access, constants, mkdir, open, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  endOf,
  Err,
  Ok,
  SPREADSHEET_CSV,
  type BookedDays,
  type BordereauFile,
  type Bordereaux,
  type BordereauxSource,
  type BordereauxUnwritable,
  type Closing,
  type InsurerBordereaux,
  type LocalDate,
  type Result,
} from '@vehicle-insurance/core';
import { parse } from 'csv-parse/sync';
import {
  FILES,
  insurerNames,
  sha256Of,
  slugOf,
  SUMS,
  TOTALS,
  writeBordereaux,
  type BordereauxRequest,
} from './write-bordereaux.ts';

/** The folder of the bordereaux, and whether each PDF is marked as a specimen. */
export interface BordereauxPlace {
  readonly folder: string;
  readonly specimen: boolean;
}

/**
 * Bordereaux in a folder. The folder contains a subfolder for each month or requested period, with a subfolder for each
 * insurer. Names from a browser are only compared with existing names, and never used in a path.
 */
export const bordereauxIn = ({ folder: root, specimen }: BordereauxPlace, source: BordereauxSource): Bordereaux => {
  const canWrite = async (): Promise<Result<void, BordereauxUnwritable>> => {
    try {
      await mkdir(root, { recursive: true });
      await access(root, constants.W_OK);
      return Ok(undefined);
    } catch (error) {
      return Err(unwritable(root, error));
    }
  };
  const folders = async ({ month }: Closing): Promise<readonly string[]> => {
    const entries = await readdir(join(root, month), { withFileTypes: true }).catch(emptyIfMissing);
    return entries.flatMap((entry) => (entry.isDirectory() ? entry.name : [])).sort();
  };
  return {
    canWrite,
    write: async (of, onProgress = () => undefined) => {
      const writable = await canWrite();
      if (writable.isErr()) return writable;
      const request = requestFor(of, root);
      try {
        return await writeBordereaux(source, request, specimen, onProgress);
      } catch (error) {
        return Err(unwritable(request.folder, error));
      }
    },
    read: async (closing) => {
      const names = await folders(closing);
      const insurerOf = await insurersByFolder(source, closing);
      const all: InsurerBordereaux[] = [];
      for (const folder of names) {
        const at = join(root, closing.month, folder);
        const files = await filesIn(at);
        const isIntact = files.some(({ name, state }) => name === TOTALS && state === 'intact');
        const totals: string[][] | undefined = isIntact ? tableIn(await readFile(join(at, TOTALS), 'utf8')) : undefined;
        all.push({ folder, insurer: insurerOf(folder), files, totals });
      }
      return all;
    },
    open: async (closing, requested, file) => {
      const folder = (await folders(closing)).find((each) => each === requested);
      const name = FILES.find((each) => each === file);
      if (folder === undefined || name === undefined) return Err({ code: 'bordereau_not_found' });
      const at = join(root, closing.month, folder);
      const found = await fileIn(at, name, await sumsIn(at));
      if (found.state === 'missing') return Err({ code: 'bordereau_not_found' });
      if (found.state !== 'intact') return Err({ code: 'bordereau_changed' });
      const handle = await open(join(at, name), constants.O_RDONLY | constants.O_NOFOLLOW);
      const { size } = await handle.stat();
      return Ok({ size, stream: handle.createReadStream() });
    },
  };
};

/** The lines of a CSV file. A file without a byte order mark is from an older version, which used commas. */
const tableIn = (text: string): string[][] =>
  parse(text, { bom: true, delimiter: text.startsWith(SPREADSHEET_CSV.mark) ? SPREADSHEET_CSV.separator : ',' });

/** The requested period and its folder. The folder of a closing has the name of its month. */
const requestFor = (of: Closing | BookedDays, root: string): BordereauxRequest => {
  if (!('month' in of)) return { ...of, period: of, folder: join(root, `${of.from}_${of.until}`) };
  const { month, number } = of;
  const [from, until] = [`${month}-01` as LocalDate, endOf(month)];
  return { from, until, period: { closing: number }, folder: join(root, month) };
};

/** Converts an error of the file system to a failure; rethrows any other error. */
const unwritable = (folder: string, error: unknown): BordereauxUnwritable => {
  if (error instanceof Error && 'syscall' in error) return { code: 'bordereaux_folder', folder, cause: error };
  throw error;
};

/** If the folder is missing, nothing was written yet. Rethrows any other error. */
const emptyIfMissing = (error: NodeJS.ErrnoException): never[] => {
  if (error.code === 'ENOENT') return [];
  throw error;
};

/**
 * The recorded checksum of each file. Empty if the file with the checksums is missing, or does not list exactly the
 * other files.
 */
const sumsIn = async (folder: string): Promise<ReadonlyMap<string, string>> => {
  const text = await readFile(join(folder, SUMS), 'utf8').catch(() => '');
  const lines = [...text.matchAll(/^([0-9a-f]{64}) {2}(\S+)\n/gm)].map(
    ([, sum = '', name = '']) => [name, sum] as const,
  );
  const sums = new Map(lines);
  const isWhole = FILES.every((name) => name === SUMS || sums.has(name)) && lines.length === FILES.length - 1;
  return isWhole ? sums : new Map();
};

const fileIn = async (folder: string, name: string, sums: ReadonlyMap<string, string>): Promise<BordereauFile> => {
  const path = join(folder, name);
  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile()) return { name, size: undefined, sha256: undefined, state: 'missing' };
  const sha256 = await sha256Of(path);
  const isIntact = name === SUMS ? sums.size > 0 : sums.get(name) === sha256;
  return { name, size: found.size, sha256, state: isIntact ? 'intact' : 'changed' };
};

const filesIn = async (folder: string): Promise<readonly BordereauFile[]> => {
  const sums = await sumsIn(folder);
  const known = await Promise.all(FILES.map((name) => fileIn(folder, name, sums)));
  const others = (await readdir(folder)).filter((name) => !FILES.some((each) => each === name)).sort();
  return [...known, ...others.map((name) => ({ name, size: undefined, sha256: undefined, state: 'foreign' as const }))];
};

/**
 * Finds the insurer of a folder by the folder's name. Undefined unless the name fits exactly one insurer of the
 * closing.
 */
const insurersByFolder = async (
  source: BordereauxSource,
  closing: Closing,
): Promise<(folder: string) => InsurerBordereaux['insurer']> => {
  const nameOf = await insurerNames(source);
  const codes = [...new Set((await source.books.balances(closing)).map(({ insurer }) => insurer))];
  return (folder) => {
    const own = codes.filter((code) => slugOf(code ?? source.insuranceCompany) === folder);
    const [code = null] = own;
    return own.length === 1 ? { code, name: nameOf(code) } : undefined;
  };
};
