import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { bordereauPdf } from '@vehicle-insurance/contract-document';
import {
  added,
  BORDEREAUX,
  listPremiums,
  NOTHING,
  type Bordereau,
  type BookedPeriod,
  type InsurerTotals,
  type LocalDate,
} from '@vehicle-insurance/core';
import { bordereauList, csvLines, type BordereauList } from './bordereau-list.ts';
import { totalRows } from './bordereau-rows.ts';
import type { Context } from './context.ts';

/** Which bordereaux are made, and where: in a folder of their own, which is not there until all are whole. */
export interface BordereauxAsked {
  readonly period: BookedPeriod;
  readonly from: LocalDate;
  readonly until: LocalDate;
  readonly folder: string;
}

/** What was made for one insurer. */
export interface BordereauxMade extends InsurerTotals {
  readonly name: string;
  readonly folder: string;
  readonly files: readonly string[];
}

type Ports = Pick<Context['ports'], 'books' | 'catalogue' | 'insuranceCompany' | 'zone'>;

const NAMES = { issued: 'emissions', cancelled: 'annulations', collected: 'encaissements' } as const;
/** Lists and their totals, whose checksums stand on the paper to sign. */
const LISTS = [...BORDEREAUX.flatMap((list) => [`${NAMES[list]}.csv`, `${NAMES[list]}.xlsx`]), 'totaux.csv'];
const PAPER = 'bordereau.pdf';
const SUMS = 'SHA256SUMS';

/** All that stands in an insurer's folder; the last has the checksums of the others. */
export const FILES = [...LISTS, PAPER, SUMS] as const;

/** Other bordereaux stand in the folder, and were left as they are. */
export class OtherBordereaux extends Error {
  constructor(folder: string) {
    super(`${folder} has other bordereaux already, which were left as they are. Move them away, and try again.`);
  }
}

/**
 * Writes every insurer's bordereaux of a period. Made again they are the same, byte by byte, as long as no name has changed;
 * others that stand there already are never replaced. `tell` hears how many rows are written.
 */
export const writeBordereaux = async (
  ports: Ports,
  { period, from, until, folder }: BordereauxAsked,
  specimen: boolean,
  tell: (rows: number) => void,
): Promise<readonly BordereauxMade[]> => {
  await removeLeftBehind(folder);
  const aside = await mkdtemp(`${folder}${UNFINISHED}`);
  const slugs = new Map<string | null, string>();
  let open: { readonly insurer: string | null; readonly lists: Lists } | undefined;
  const close = async (): Promise<void> => {
    for (const list of BORDEREAUX) await open?.lists[list].finish();
    open = undefined;
  };
  try {
    let rows = 0;
    const all = await listPremiums(ports)(period, async (insurer, some) => {
      if (open?.insurer !== insurer) {
        await close();
        slugs.set(insurer, slugBeside([...slugs.values()], insurer ?? ports.insuranceCompany));
        open = { insurer, lists: await openLists(join(aside, slugs.get(insurer) ?? ''), ports) };
      }
      for (const list of BORDEREAUX) await open?.lists[list].add(some.filter(({ bordereau }) => bordereau === list));
      tell((rows += some.length));
    });
    await close();
    const made: BordereauxMade[] = [];
    const closing = 'closing' in period ? period.closing : null;
    for (const insurer of all) {
      const slug = slugs.get(insurer.insurer);
      if (slug !== undefined && insurer.intermediaries.length > 0)
        made.push(await sign(ports, insurer, { from, until, closing, folder, aside, slug, specimen }));
    }
    if (made.length > 0) await settle(aside, folder);
    return made;
  } catch (error) {
    for (const list of open ? BORDEREAUX : []) await open?.lists[list].abandon();
    throw error;
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
};

/** What is written beside the folder until it is whole; and hours after which nobody is still writing it. */
const UNFINISHED = '.part-';
const LEFT_BEHIND = 24;

/** Rows name persons: what a command that was killed had written does not stay for good. */
const removeLeftBehind = async (folder: string): Promise<void> => {
  const names = await readdir(dirname(folder)).catch(() => []);
  for (const name of names.filter((each) => each.startsWith(`${basename(folder)}${UNFINISHED}`))) {
    const path = join(dirname(folder), name);
    const { mtimeMs } = await stat(path);
    if (Date.now() - mtimeMs > LEFT_BEHIND * 3_600_000) await rm(path, { recursive: true, force: true });
  }
};

type Lists = Readonly<Record<Bordereau, BordereauList>>;

const openLists = async (folder: string, { zone }: Ports): Promise<Lists> => {
  await mkdir(folder);
  const list = (each: Bordereau) => bordereauList(join(folder, NAMES[each]), each, zone);
  return { issued: await list('issued'), cancelled: await list('cancelled'), collected: await list('collected') };
};

/** A name that every file system takes. */
export const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '') || 'assureur';

/** The same, and no other insurer's: a code and the name of the service's own may read the same. */
const slugBeside = (taken: readonly string[], name: string): string => {
  const slug = slugOf(name);
  let own = slug;
  for (let number = 2; taken.includes(own); number += 1) own = `${slug}-${number}`;
  return own;
};

/** Totals, checksums and the paper to sign. */
const sign = async (
  ports: Ports,
  insurerTotals: InsurerTotals,
  made: Omit<BordereauxAsked, 'period'> & {
    readonly closing: number | null;
    readonly aside: string;
    readonly slug: string;
    readonly specimen: boolean;
  },
): Promise<BordereauxMade> => {
  const { insurer, intermediaries } = insurerTotals;
  const { insurers = [] } = await ports.catalogue.current();
  const name =
    insurer === null ? ports.insuranceCompany : (insurers.find(({ code }) => code === insurer)?.name ?? insurer);
  const folder = join(made.aside, made.slug);
  const totals = intermediaries.reduce((all, { totals: own }) => added(all, own), NOTHING);
  await writeFile(join(folder, 'totaux.csv'), csvLines(totalRows(intermediaries, totals)));
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

/** The checksum of a file. */
export const sha256Of = async (path: string): Promise<string> => {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
};

/** The folder gets its name; where there is one already, perhaps since a moment ago, it has to have the same files. */
const settle = async (aside: string, folder: string): Promise<void> => {
  const isTaken = await rename(aside, folder).then(
    () => false,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOTEMPTY' || error.code === 'EEXIST') return true;
      throw error;
    },
  );
  if (!isTaken) return;
  const [there, here] = await Promise.all([checksumsIn(folder), checksumsIn(aside)]);
  if (JSON.stringify(there) !== JSON.stringify(here)) throw new OtherBordereaux(folder);
};

/** What each file in a folder is: not what is said of it there, which a changed file leaves as it was. Undefined where there is none. */
const checksumsIn = async (folder: string): Promise<readonly (readonly [string, string])[] | undefined> => {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => undefined);
  if (!found) return undefined;
  const files = found.filter((each) => each.isFile()).map((each) => join(each.parentPath, each.name));
  return Promise.all(files.sort().map(async (each) => [relative(folder, each), await sha256Of(each)] as const));
};
