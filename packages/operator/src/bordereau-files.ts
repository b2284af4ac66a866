import { access, constants, mkdir, open, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { BordereauFile, Bordereaux, InsurerBordereaux } from '@vehicle-insurance/console';
import { endOf, Err, Ok, type Closing, type LocalDate } from '@vehicle-insurance/core';
import { parse } from 'csv-parse/sync';
import { FILES, OtherBordereaux, sha256Of, slugOf, writeBordereaux } from './bordereau-folder.ts';
import { isOfTheDisk } from './cannot-write.ts';
import type { Context } from './context.ts';

type Ports = Pick<Context['ports'], 'books' | 'catalogue' | 'insuranceCompany' | 'zone'>;

const SUMS = 'SHA256SUMS';
const TOTALS = 'totaux.csv';

/**
 * The bordereaux of closed months in a folder. Names that come from a browser are only compared with those that stand there:
 * no path is made of them.
 */
export const bordereauFiles = (
  ports: Ports,
  { bordereauxFolder: root, specimen }: Pick<Context, 'bordereauxFolder' | 'specimen'>,
): Bordereaux => {
  const canWrite = async (): Promise<boolean> => {
    try {
      await mkdir(root, { recursive: true });
      await access(root, constants.W_OK);
      return true;
    } catch {
      return false;
    }
  };
  const folders = async ({ month }: Closing): Promise<readonly string[]> => {
    const entries = await readdir(join(root, month), { withFileTypes: true }).catch(noneWhereMissing);
    return entries.flatMap((entry) => (entry.isDirectory() ? entry.name : [])).sort();
  };
  return {
    canWrite,
    write: async ({ number, month }) => {
      if (!(await canWrite())) return Err({ code: 'bordereaux_folder' });
      const [from, until] = [`${month}-01` as LocalDate, endOf(month)];
      const asked = { period: { closing: number }, from, until, folder: join(root, month) };
      try {
        return Ok((await writeBordereaux(ports, asked, specimen, () => undefined)).length);
      } catch (error) {
        if (error instanceof OtherBordereaux) return Err({ code: 'bordereaux_differ' });
        if (isOfTheDisk(error)) return Err({ code: 'bordereaux_folder' });
        throw error;
      }
    },
    read: async (closing) => {
      const names = await folders(closing);
      const nameOf = await insurerNames(ports, closing);
      const all: InsurerBordereaux[] = [];
      for (const folder of names) {
        const at = join(root, closing.month, folder);
        const files = await filesIn(at);
        const isIntact = files.some(({ name, state }) => name === TOTALS && state === 'intact');
        const totals: string[][] | undefined = isIntact ? parse(await readFile(join(at, TOTALS))) : undefined;
        all.push({ folder, insurer: nameOf(folder), files, totals });
      }
      return all;
    },
    open: async (closing, asked, file) => {
      const folder = (await folders(closing)).find((each) => each === asked);
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

/** Nothing was written yet; where the folder cannot be read, that is told. */
const noneWhereMissing = (error: NodeJS.ErrnoException): never[] => {
  if (error.code === 'ENOENT') return [];
  throw error;
};

/** What each file was when it was written. Empty where the list itself is not what is written. */
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

/** Who a folder is for, by its name; no answer where several insurers of the closing would have it. */
const insurerNames = async (
  { books, catalogue, insuranceCompany }: Ports,
  closing: Closing,
): Promise<(folder: string) => InsurerBordereaux['insurer']> => {
  const { insurers = [] } = await catalogue.current();
  const codes = [...new Set((await books.balances(closing)).map(({ insurer }) => insurer))];
  return (folder) => {
    const own = codes.filter((code) => slugOf(code ?? insuranceCompany) === folder);
    const [code = null] = own;
    if (own.length !== 1) return undefined;
    const name = code === null ? insuranceCompany : (insurers.find((each) => each.code === code)?.name ?? code);
    return { code, name };
  };
};
