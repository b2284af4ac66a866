import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { bordereauPdf } from '@vehicle-insurance/contract-document';
import {
  addTotals,
  BORDEREAUX,
  Err,
  listPremiums,
  NOTHING,
  Ok,
  type Bordereau,
  type BookedDays,
  type BookedPeriod,
  type BordereauxDiffer,
  type BordereauxSource,
  type InsurerTotals,
  type Result,
  type WrittenBordereaux,
} from '@vehicle-insurance/core';
import { bordereauList, type BordereauList } from './list.ts';
import { csvText } from './table-file.ts';
import { totalRows } from './rows.ts';

/** The period and folder of bordereaux. The folder gets its final name only when all bordereaux are complete. */
export interface BordereauxRequest extends BookedDays {
  readonly period: BookedPeriod;
  readonly folder: string;
}

const NAMES = { issued: 'emissions', cancelled: 'annulations', collected: 'encaissements' } as const;
/** The file with the totals of each list, by intermediary and overall. */
export const TOTALS = 'totaux.csv';
const LISTS = [...BORDEREAUX.flatMap((list) => [`${NAMES[list]}.csv`, `${NAMES[list]}.xlsx`]), TOTALS];
const PAPER = 'bordereau.pdf';
export const SUMS = 'SHA256SUMS';

/** All files in an insurer's folder. The last file contains the checksums of the others. */
export const FILES = [...LISTS, PAPER, SUMS] as const;

/**
 * Writes every insurer's bordereaux of a period, as the port `Bordereaux` specifies. Throws errors of the file system.
 */
export const writeBordereaux = async (
  source: BordereauxSource,
  { period, from, until, folder }: BordereauxRequest,
  specimen: boolean,
  onProgress: (rows: number) => void,
): Promise<Result<readonly WrittenBordereaux[], BordereauxDiffer>> => {
  await removeAbandoned(folder);
  const aside = await mkdtemp(`${folder}${UNFINISHED}`);
  const slugs = new Map<string | null, string>();
  let open: { readonly insurer: string | null; readonly lists: Lists } | undefined;
  const close = async (): Promise<void> => {
    for (const list of BORDEREAUX) await open?.lists[list].finish();
    open = undefined;
  };
  try {
    let rows = 0;
    const all = await listPremiums(source)(period, async (insurer, some) => {
      if (open?.insurer !== insurer) {
        await close();
        slugs.set(insurer, slugBeside([...slugs.values()], insurer ?? source.insuranceCompany));
        open = { insurer, lists: await openLists(join(aside, slugs.get(insurer) ?? ''), source) };
      }
      for (const list of BORDEREAUX) await open?.lists[list].add(some.filter(({ bordereau }) => bordereau === list));
      onProgress((rows += some.length));
    });
    await close();
    const made: WrittenBordereaux[] = [];
    const closing = 'closing' in period ? period.closing : null;
    for (const insurer of all) {
      const slug = slugs.get(insurer.insurer);
      if (slug !== undefined && insurer.intermediaries.length > 0)
        made.push(await sign(source, insurer, { from, until, closing, folder, aside, slug, specimen }));
    }
    const isDone = made.length === 0 || (await publish(aside, folder));
    return isDone ? Ok(made) : Err({ code: 'bordereaux_differ', folder });
  } catch (error) {
    for (const list of open ? BORDEREAUX : []) await open?.lists[list].abandon();
    throw error;
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
};

/** The suffix of a folder's name while its files are being written. A random text follows the suffix. */
const UNFINISHED = '.part-';

/** Hours after which an unfinished folder counts as abandoned. */
const ABANDONED_HOURS = 24;

/** Removes the unfinished folders of killed commands, because their rows contain people's names. */
const removeAbandoned = async (folder: string): Promise<void> => {
  const names = await readdir(dirname(folder)).catch(() => []);
  for (const name of names.filter((each) => each.startsWith(`${basename(folder)}${UNFINISHED}`))) {
    const path = join(dirname(folder), name);
    // Another process may have renamed the folder in the meantime.
    const written = await stat(path).catch(() => undefined);
    if (written && Date.now() - written.mtimeMs > ABANDONED_HOURS * 3_600_000)
      await rm(path, { recursive: true, force: true });
  }
};

type Lists = Readonly<Record<Bordereau, BordereauList>>;

const openLists = async (folder: string, { zone }: BordereauxSource): Promise<Lists> => {
  await mkdir(folder);
  const list = (each: Bordereau) => bordereauList(join(folder, NAMES[each]), each, zone);
  return { issued: await list('issued'), cancelled: await list('cancelled'), collected: await list('collected') };
};

/** A name that is valid in every file system. */
export const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '') || 'assureur';

/** A folder name that no other insurer has. Two insurers' codes or names may give the same slug. */
const slugBeside = (taken: readonly string[], name: string): string => {
  const slug = slugOf(name);
  let own = slug;
  for (let number = 2; taken.includes(own); number += 1) own = `${slug}-${number}`;
  return own;
};

/**
 * The names of insurers by code. A null code means the service's own insurer. A code that the catalogue does not
 * contain is used as the name.
 */
export const insurerNames = async ({
  catalogue,
  insuranceCompany,
}: BordereauxSource): Promise<(code: string | null) => string> => {
  const { insurers = [] } = await catalogue.current();
  return (code) => (code === null ? insuranceCompany : (insurers.find((each) => each.code === code)?.name ?? code));
};

/** Writes totals, checksums and the PDF to sign. */
const sign = async (
  source: BordereauxSource,
  insurerTotals: InsurerTotals,
  made: Omit<BordereauxRequest, 'period'> & {
    readonly closing: number | null;
    readonly aside: string;
    readonly slug: string;
    readonly specimen: boolean;
  },
): Promise<WrittenBordereaux> => {
  const { insurer, intermediaries } = insurerTotals;
  const name = (await insurerNames(source))(insurer);
  const folder = join(made.aside, made.slug);
  const totals = intermediaries.reduce((all, { totals: own }) => addTotals(all, own), NOTHING);
  await writeFile(join(folder, TOTALS), csvText(totalRows(intermediaries, totals)));
  const files = await Promise.all(
    LISTS.map(async (each) => ({ name: each, sha256: await sha256Of(join(folder, each)) })),
  );
  const { from, until, closing } = made;
  const facts = { insurer: name, from, until, closing, intermediaries, totals, files };
  await writeFile(join(folder, PAPER), await bordereauPdf(facts, made.specimen));
  const sums = [...files, { name: PAPER, sha256: await sha256Of(join(folder, PAPER)) }];
  await writeFile(join(folder, SUMS), sums.map((each) => `${each.sha256}  ${each.name}\n`).join(''));
  return {
    ...insurerTotals,
    name,
    folder: join(made.folder, made.slug),
    files: FILES,
  };
};

/** The SHA-256 checksum of a file, in hexadecimal. */
export const sha256Of = async (path: string): Promise<string> => {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
};

/** Gives the folder its final name. Returns false if a folder of that name already contains other files. */
const publish = async (aside: string, folder: string): Promise<boolean> => {
  const isTaken = await rename(aside, folder).then(
    () => false,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOTEMPTY' || error.code === 'EEXIST') return true;
      throw error;
    },
  );
  if (!isTaken) return true;
  const [there, here] = await Promise.all([checksumsIn(folder), checksumsIn(aside)]);
  return JSON.stringify(there) === JSON.stringify(here);
};

/** The checksum of each file in a folder, computed from the file's bytes. Undefined if there is no folder. */
const checksumsIn = async (folder: string): Promise<readonly (readonly [string, string])[] | undefined> => {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => undefined);
  if (!found) return undefined;
  const files = found.filter((each) => each.isFile()).map((each) => join(each.parentPath, each.name));
  return Promise.all(files.sort().map(async (each) => [relative(folder, each), await sha256Of(each)] as const));
};
