import { open, rename, rm } from 'node:fs/promises';
import { PREMIUM_PARTS, premiumParts, type PricedAgain } from '@vehicle-insurance/core';
import { refuse } from './refuse.ts';

/** Where every quote goes that was priced again. */
export interface QuoteList {
  add(some: readonly PricedAgain[]): Promise<void>;
  /** All are there: the file gets its name. */
  finish(): Promise<void>;
  /** Removes what is not finished. */
  close(): Promise<void>;
}

/** The list of a command that was asked for none. */
export const noFile: QuoteList = {
  add: async () => undefined,
  finish: async () => undefined,
  close: async () => undefined,
};

const HEADINGS = [
  'company_id',
  'quote_id',
  'created',
  'coverage_id',
  'duration',
  'usage',
  'catalogue_version',
  'change',
  'why',
  'premium_before',
  'premium_after',
  ...PREMIUM_PARTS.flatMap((part) => [`${part}_before`, `${part}_after`]),
];

/** A list in a file, which is there once it is whole: it is written beside it until then. */
export const csvFile = async (path: string): Promise<QuoteList> => {
  const unfinished = `${path}.part`;
  const failed = (error: NodeJS.ErrnoException): never =>
    refuse(`${path} cannot be written (${error.code ?? error.message}). Check the folder and its permissions.`);
  const file = await open(unfinished, 'w').catch(failed);
  const write = (rows: readonly (readonly (string | number)[])[]): Promise<void> =>
    file.appendFile(rows.map((row) => `${row.join(',')}\n`).join('')).catch(failed);
  await write([HEADINGS]);
  return {
    add: (some) => write(some.map(rowOf)),
    finish: async () => {
      await file.close();
      await rename(unfinished, path).catch(failed);
    },
    close: async () => {
      await file.close();
      await rm(unfinished, { force: true });
    },
  };
};

/** Ids, codes and amounts: nothing that would have to be quoted. */
const rowOf = ({ quote, after, why, change }: PricedAgain): readonly (string | number)[] => {
  const { companyId, id, created, coverage, facts, catalogueVersion, premium } = quote;
  const [partsBefore, partsAfter] = [premiumParts(premium), after && premiumParts(after)];
  return [
    companyId,
    id,
    created,
    coverage.id,
    facts.duration,
    facts.usage,
    catalogueVersion,
    change,
    why ?? '',
    premium.amount,
    after?.amount ?? '',
    ...PREMIUM_PARTS.flatMap((part) => [partsBefore[part], partsAfter?.[part] ?? '']),
  ];
};
