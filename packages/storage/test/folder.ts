import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder for one spec file, removed after it. */
export const temporaryFolder = (): (() => string) => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'documents-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));
  return () => folder;
};
