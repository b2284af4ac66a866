import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Files being written. Its name cannot be part of a key. */
const INCOMING = '.incoming';

/** A file untouched for so long is nobody's any more: other processes may be writing into the same folder. */
const LEFT_AFTER = 60_000;

/** Makes the folder ready, and removes what a killed process left half written. */
export const prepareFolder = async (root: string): Promise<void> => {
  const incoming = join(root, INCOMING);
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  for (const name of await readdir(incoming)) {
    const file = join(incoming, name);
    // Another process may finish or remove it between the two looks.
    const found = await stat(file).catch(() => undefined);
    if (found && found.mtimeMs < Date.now() - LEFT_AFTER) await rm(file, { force: true });
  }
};

/**
 * Writes a file below `root` so that it is there after a power cut once this resolves, and that readers see the old
 * file or the new one, never a part.
 */
export const writeDurably = async (root: string, path: string, content: readonly Uint8Array[]): Promise<void> => {
  const unfinished = join(root, INCOMING, randomUUID());
  const file = join(root, path);
  try {
    await mkdir(dirname(unfinished), { recursive: true, mode: 0o700 });
    await using handle = await open(unfinished, 'wx', 0o600);
    for (const part of content) await handle.writeFile(part);
    await handle.sync();
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await rename(unfinished, file);
  } catch (cause) {
    await rm(unfinished, { force: true }).catch(() => undefined);
    throw cause;
  }
  // A new name is durable with its folder, and a new folder with the one it lies in.
  for (let folder = dirname(file); folder.length >= root.length; folder = dirname(folder)) await syncFolder(folder);
};

/** Removes a file below `root`, durably. One that is not there is removed already. */
export const removeDurably = async (root: string, path: string): Promise<void> => {
  const file = join(root, path);
  try {
    await rm(file);
  } catch (cause) {
    if (isMissing(cause)) return;
    throw cause;
  }
  await syncFolder(dirname(file));
};

/** Whether there was nothing under that name, which is an answer and no failure. */
export const isMissing = (cause: unknown): boolean =>
  cause instanceof Error && 'code' in cause && ['ENOENT', 'ENOTDIR', 'EISDIR'].includes(String(cause.code));

const syncFolder = async (folder: string): Promise<void> => {
  await using handle = await open(folder, 'r');
  await handle.sync();
};
