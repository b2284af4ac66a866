import { readFile } from 'node:fs/promises';
import { decodeUtf8Text, parseJson } from '@vehicle-insurance/core';
import { refuse } from './refusal.ts';

/** The text of a UTF-8 file that is an argument of a command. */
export const textIn = async (file: string): Promise<string> => {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) =>
    refuse(
      error.code === 'ENOENT'
        ? `There is no file ${file}.`
        : `${file} cannot be read (${error.code ?? error.message}). Check its permissions.`,
    ),
  );
  const text = decodeUtf8Text(bytes);
  return text.isOk() ? text.value : refuse(`${file}: ${text.error}.`);
};

/** The JSON in a file that is an argument of a command. */
export const jsonIn = async (file: string): Promise<unknown> => {
  const json = parseJson(await textIn(file));
  return json.isOk() ? json.value : refuse(`${file}: ${json.error}.`);
};
