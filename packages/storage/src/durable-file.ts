import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** The folder of files that are being written. No key can contain its name. */
const INCOMING = '.incoming';

/**
 * Milliseconds after which an unchanged file counts as abandoned. Until then, another process may be writing the file.
 */
const LEFT_AFTER = 60_000;

/** Creates the folder if it is missing. Removes half-written files of killed processes. */
export const prepareFolder = async (root: string): Promise<void> => {
  const incoming = join(root, INCOMING);
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  for (const name of await readdir(incoming)) {
    const file = join(incoming, name);
    // Another process may rename or remove the file between `readdir` and `stat`.
    const found = await stat(file).catch(() => undefined);
    if (found && found.mtimeMs < Date.now() - LEFT_AFTER) await rm(file, { force: true });
  }
};

/**
 * Writes a file below `root`. When the promise resolves, the file survives a power cut. Readers see the whole old or
 * the whole new file. Fails if the folder is missing or empty, because a volume may not be mounted. A new folder in its
 * place would look like the whole store.
 */
export const writeDurably = async (root: string, path: string, content: readonly Uint8Array[]): Promise<void> => {
  const unfinished = join(root, INCOMING, randomUUID());
  const file = join(root, path);
  try {
    // A tool that copied the folder may have skipped hidden folders.
    if (await isThere(root)) await mkdir(dirname(unfinished), { recursive: true, mode: 0o700 });
    await using handle = await open(unfinished, 'wx', 0o600);
    for (const part of content) await handle.writeFile(part);
    await handle.sync();
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await rename(unfinished, file);
  } catch (cause) {
    await rm(unfinished, { force: true }).catch(() => undefined);
    throw cause;
  }
  // A new file is durable when its folder is synced, and a new folder when its parent is synced.
  for (let folder = dirname(file); folder.length >= root.length; folder = dirname(folder)) await syncFolder(folder);
};

/** Removes a file below `root`, durably. Succeeds if `isMissing` is true for the file. */
export const removeDurably = async (root: string, path: string): Promise<void> => {
  const file = join(root, path);
  try {
    await rm(file);
  } catch (cause) {
    if (await isMissing(cause, root)) return;
    throw cause;
  }
  await syncFolder(dirname(file));
};

/**
 * Whether the file certainly does not exist. False if the whole folder is missing or empty: its volume may not be
 * mounted, and may contain the file.
 */
export const isMissing = async (cause: unknown, root: string): Promise<boolean> => {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  if (!['ENOENT', 'ENOTDIR', 'EISDIR'].includes(code)) return false;
  return isThere(root);
};

const isThere = async (root: string): Promise<boolean> => (await readdir(root).catch(() => [])).length > 0;

const syncFolder = async (folder: string): Promise<void> => {
  await using handle = await open(folder, 'r');
  await handle.sync();
};
