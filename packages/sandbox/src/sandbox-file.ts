import { join } from 'node:path';
import { isFields, isTexts, readJson, writeJson } from './kept-json.ts';

/** The data that scripts need to use the sandbox. */
export interface SandboxFile {
  /** The API's URL, without `/api/v1.0`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly simulators: {
    /**
     * The URL of the built-in provider that opens new payments. Not meaningful if a program's own provider opens them.
     */
    readonly mobileMoney: string;
    readonly certificateAuthority: string;
    /** The URL of each provider; absent if the sandbox does not use the provider. */
    readonly wave?: string;
    readonly cinetpay?: string;
  };
  /** The id of an imported quote without a policyholder's phone number. */
  readonly incompleteQuoteId: string;
  /** The value for the header `x-sandbox-token`. */
  readonly clockToken?: string;
  /** The URL of the console; absent if the console was not started with the sandbox. */
  readonly consoleUrl?: string;
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
  remedy:
    'Remove it and start again: a new one is written, with a new key and possibly new addresses of the simulators.',
};

/** The file of the last start; undefined before the first start. */
export const readSandboxFile = (dataDir: string): SandboxFile | undefined => readJson(pathIn(dataDir), KEPT);

export const writeSandboxFile = (dataDir: string, file: SandboxFile): void => writeJson(pathIn(dataDir), file);
