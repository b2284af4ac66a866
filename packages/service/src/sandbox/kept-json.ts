import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const OWNER_ONLY = 0o600;

/** What a file must hold, and what to do when it does not. */
export interface Kept<T> {
  readonly is: (value: unknown) => value is T;
  /** What a person does with a damaged file, and what that costs. */
  readonly remedy: string;
}

/** What a file keeps as JSON; `undefined` when there is no such file. A damaged one is never replaced unasked. */
export const readJson = <T>(file: string, { is, remedy }: Kept<T>): T | undefined => {
  const damaged = (cause?: unknown) => new Error(`${file} is damaged. ${remedy}`, { cause });
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
    throw damaged(error);
  }
  throw damaged();
};

/**
 * Keeps a value as JSON that only the file's owner can read. A crash leaves the old file or the new one, and of several
 * processes that write at once the last one's stays: each writes beside the file under a name of its own.
 */
export const writeJson = (file: string, value: object): void => {
  const beside = `${file}.${process.pid}.new`;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(beside, `${JSON.stringify(value, null, 2)}\n`, { mode: OWNER_ONLY });
  renameSync(beside, file);
};

/** Whether a value is an object whose every field is a text that says something. */
export const isTexts = (value: unknown): value is Readonly<Record<string, string>> =>
  isFields(value) && Object.values(value).every((field) => typeof field === 'string' && field !== '');

/** Whether a value is an object and no list. */
export const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
