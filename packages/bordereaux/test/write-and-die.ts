import { AsyncLocalStorage } from 'node:async_hooks';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { argv, kill, pid } from 'node:process';
import { ABIDJAN, type Books, type ContractEntry, type Instant, type LocalDate } from '@vehicle-insurance/core';
import { memoryStore } from '@vehicle-insurance/testkit';
import { writeBordereaux } from '../src/write-bordereaux.ts';

const FROM = '2026-01-01' as LocalDate;
const UNTIL = '2026-01-31' as LocalDate;

export const anEntry = (over: Partial<ContractEntry> = {}): ContractEntry => ({
  ...{ id: '1', companyId: 'a', insurer: null, wallet: 'wave', at: '2026-01-15T10:00:00.000Z' as Instant },
  ...{ bookedOn: '2026-01-15' as LocalDate, cause: 'payment_succeeded', policyNumber: 'P-1', licencePlate: 'AA123AB' },
  moves: { wallet: 1_212, premium_due: -900, commission: -100, tax: -200 },
  intermediary: { number: 1, name: 'Courtage' },
  ...{ policyholder: 'Aya Exemple', startDate: FROM, endDate: '2026-12-31' as LocalDate, paymentId: 'p-1', fees: 12 },
  ...over,
});

export const write = (folder: string, entries: readonly ContractEntry[]) => {
  const { books, catalogue } = memoryStore();
  const read: Pick<Books, 'insurers' | 'contractEntries'> = {
    insurers: async () => [...new Set(entries.map(({ insurer }) => insurer))],
    contractEntries: async (_, insurer, take) => {
      for (const entry of entries) if (entry.insurer === insurer) await take([entry]);
    },
  };
  const source = { books: { ...books, ...read }, catalogue, zone: ABIDJAN, insuranceCompany: 'Étoile Assurances' };
  const request = { period: { from: FROM, until: UNTIL }, from: FROM, until: UNTIL, folder };
  return writeBordereaux(source, request, false, () => undefined);
};

export const writeMonth = async (folder: string): Promise<void> => {
  const entries = ([null, 'lagune'] as const).flatMap((insurer) =>
    [0, 1, 2].map((n) => anEntry({ id: `${insurer} ${n}`, insurer, policyNumber: `P-${n}`, paymentId: `p-${n}` })),
  );
  (await write(folder, entries)).unwrap();
};

const CALLS = ['mkdir', 'mkdtemp', 'open', 'writeFile', 'rename', 'rm'] as const;

interface Mortal {
  readonly nth: number;
  readonly die: () => unknown;
  calls: number;
}
const mortal = new AsyncLocalStorage<Mortal>();

/** Referenced, so that no open file of a stopped run is garbage-collected. */
const pending: Promise<never>[] = [];

/** Never settles: a run that awaits it does nothing more and cleans nothing up. */
const forEver = (): Promise<never> => {
  const never = new Promise<never>(() => undefined);
  pending.push(never);
  return never;
};

/** From now on counts the calls of mortal runs; all other calls are unaffected. */
export const countCalls = (): void => {
  const counted =
    (call: (...words: never[]) => unknown) =>
    (...words: readonly unknown[]): unknown => {
      const run = mortal.getStore();
      if (run) run.calls += 1;
      if (run?.calls === run?.nth) run?.die();
      return run && run.nth > 0 && run.calls >= run.nth ? forEver() : Reflect.apply(call, fs.promises, words);
    };
  Object.assign(fs.promises, Object.fromEntries(CALLS.map((name) => [name, counted(fs.promises[name])])));
  syncBuiltinESMExports();
};

/** Writes the month, and stops for ever at its nth file system call; resolves to whether it stopped. */
export const writeUntil = (folder: string, nth: number): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const run = { nth, die: () => resolve(true), calls: 0 };
    mortal.run(run, () => writeMonth(folder)).then(() => resolve(false), reject);
  });

/** `node write-and-die.ts FOLDER NTH`: at its nth call the process is killed, without a chance to clean up. */
if (import.meta.main) {
  const [, , folder = '', nth] = argv;
  countCalls();
  const run = { nth: Number(nth), die: () => kill(pid, 'SIGKILL'), calls: 0 };
  await mortal.run(run, () => writeMonth(folder));
}
