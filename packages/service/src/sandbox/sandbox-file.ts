import { join } from 'node:path';
import { isFields, isTexts, readJson, writeJson } from './kept-json.ts';

/** What scripts that work with the sandbox need to know. */
export interface SandboxFile {
  /** What every path of the API is appended to, with `/api/v1.0` between. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly simulators: {
    /** The provider that opens new payments. */
    readonly mobileMoney: string;
    readonly certificateAuthority: string;
    /** Each provider's own; absent where the file is older than they are. */
    readonly wave?: string;
    readonly cinetpay?: string;
  };
  /** An old quote without a policyholder's phone. */
  readonly incompleteQuoteId: string;
  /** What `x-sandbox-token` has to say; absent where the file is older than the token. */
  readonly clockToken?: string;
}

const pathIn = (dataDir: string): string => join(dataDir, 'sandbox.json');

const isAddress = (value: unknown): boolean => typeof value === 'string' && URL.canParse(value);

const isSandboxFile = (value: unknown): value is SandboxFile => {
  if (!isFields(value)) return false;
  const { baseUrl, apiKey, simulators, incompleteQuoteId } = value;
  return (
    isTexts({ apiKey, incompleteQuoteId }) &&
    isFields(simulators) &&
    [baseUrl, simulators['mobileMoney'], simulators['certificateAuthority']].every(isAddress)
  );
};

const KEPT = {
  is: isSandboxFile,
  remedy: 'Remove it and start again: it is written anew, with a new key and, it may be, new addresses of simulators.',
};

/** What the last start wrote; `undefined` before the first. */
export const readSandboxFile = (dataDir: string): SandboxFile | undefined => readJson(pathIn(dataDir), KEPT);

export const writeSandboxFile = (dataDir: string, file: SandboxFile): void => writeJson(pathIn(dataDir), file);
