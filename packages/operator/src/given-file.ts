import { readFile } from 'node:fs/promises';
import { refuse } from './refusal.ts';

/** The text of a file an operator has named. */
export const textIn = (file: string): Promise<string> =>
  readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) =>
    refuse(
      error.code === 'ENOENT'
        ? `There is no file ${file}.`
        : `${file} cannot be read (${error.code ?? error.message}). Check its permissions.`,
    ),
  );

/** The same, parsed as JSON. */
export const jsonIn = async (file: string): Promise<unknown> => {
  const text = await textIn(file);
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    return refuse(`${file} is not JSON: ${(error as Error).message}.`);
  }
};
