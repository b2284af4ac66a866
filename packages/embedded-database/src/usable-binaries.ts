import type { Socket } from 'node:net';
import type { Account } from './account.ts';
import { type Binaries, programError, installedBinaries, noUsablePlaceError, probeBinaries } from './binaries.ts';
import { copyTo, isSafe, places } from './copied-binaries.ts';

/** Binaries that the account can run. */
export type UsableBinaries = Binaries & {
  /** A server keeps this socket open while it needs the binaries. */
  readonly holder?: Socket;
  readonly release: () => Promise<void>;
};

/**
 * The installed binaries, or a copy if root's unprivileged account has no access to them. The copy lasts as long as the
 * server. `initdb` and `postgres` find each other by their real paths, with the account's own rights. So passing an
 * open file would not be enough.
 */
export const usableBinaries = async (account: Account, dir: string): Promise<UsableBinaries> => {
  const installed = await installedBinaries();
  const refusal = await probeBinaries(installed, account);
  if (refusal === undefined) return { ...installed, release: () => Promise.resolve() };
  if (account.uid === undefined || refusal.code !== 'EACCES') throw programError(installed, account, refusal);

  for (const place of places().filter(isSafe)) {
    // A folder that is full or read-only is skipped, like a folder from which no program can run.
    const copy = await copyTo(place, installed, dir).catch(() => undefined);
    if (copy === undefined) continue;
    const refused = await probeBinaries(copy, account);
    if (refused === undefined) return copy;
    const cause = programError(copy, account, refused);
    await copy.release();
    if (refused.code !== 'EACCES') throw cause;
  }
  throw noUsablePlaceError(places());
};
