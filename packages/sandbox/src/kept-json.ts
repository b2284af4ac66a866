import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const OWNER_ONLY = 0o600;

/** The required content of a JSON file, and what to do if the file is damaged. */
export interface Kept<T> {
  readonly is: (value: unknown) => value is T;
  /** The end of the error message: what a person can do, and with which consequences. */
  readonly remedy: string;
}

/**
 * The JSON in a file; undefined if the file does not exist. If the file is damaged, throws and leaves the file
 * unchanged.
 */
export const readJson = <T>(file: string, { is, remedy }: Kept<T>): T | undefined => {
  const damageError = (cause?: unknown) => new Error(`${file} is damaged. ${remedy}`, { cause });
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (is(value)) return value;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    if (code === 'EACCES' || code === 'EPERM')
      throw new Error(`${file} belongs to another user. Start as that user, or set DATA_DIR to another folder.`, {
        cause: error,
      });
    throw damageError(error);
  }
  throw damageError();
};

/**
 * Stores a value as JSON that only the file's owner can read. After a crash of the process, the file contains the old
 * or the new value. Each concurrent writer uses its own temporary file, and the last writer wins.
 */
export const writeJson = (file: string, value: object): void => {
  const beside = `${file}.${process.pid}.new`;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(beside, `${JSON.stringify(value, null, 2)}\n`, { mode: OWNER_ONLY });
  renameSync(beside, file);
};

/** Whether a value is an object whose fields are all non-empty texts. */
export const isTexts = (value: unknown): value is Readonly<Record<string, string>> =>
  isFields(value) && Object.values(value).every((field) => typeof field === 'string' && field !== '');

/** Whether a value is an object but not an array. */
export const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
