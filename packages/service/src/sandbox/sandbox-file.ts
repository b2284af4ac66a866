import { join } from 'node:path';
import { readJson, writeJson } from './kept-json.ts';

/** What scripts that work with the sandbox need to know. */
export interface SandboxFile {
  /** What every path of the API is appended to, with `/api/v1.0` between. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly simulators: { readonly mobileMoney: string; readonly certificateAuthority: string };
  /** An old quote without a policyholder's phone. */
  readonly incompleteQuoteId: string;
}

const pathIn = (dataDir: string): string => join(dataDir, 'sandbox.json');

/** What the last start wrote; `undefined` before the first. */
export const readSandboxFile = (dataDir: string): SandboxFile | undefined => readJson(pathIn(dataDir));

export const writeSandboxFile = (dataDir: string, file: SandboxFile): void => writeJson(pathIn(dataDir), file);
