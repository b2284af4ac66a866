import { readFileSync } from 'node:fs';
import { decodeUtf8Text } from '@vehicle-insurance/core';
import { VARIABLES } from './variables.ts';
import type { Variable } from './variable.ts';

export type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

/** The values of variables, and why some variables could not be read. */
export interface Read {
  readonly values: Readonly<Record<string, string>>;
  /** The names of all variables that are set, even if their values could not be read. */
  readonly given: ReadonlySet<string>;
  readonly problems: readonly string[];
}

/** Whether the variable `NAME` may instead be set as `NAME_FILE`, the path of a file that contains the value. */
export const mayBeFile = (variable: Variable): boolean => variable.secret !== undefined;

/** The value of a variable. An empty or blank value counts as not set. */
export const valueIn = (environment: EnvironmentVariables, name: string): string | undefined =>
  environment[name]?.trim() ? environment[name] : undefined;

/** The variables that are set, directly or by a file. */
export const valuesOf = (environment: EnvironmentVariables): Read => {
  const values: Record<string, string> = {};
  const given = new Set<string>();
  const problems: string[] = [];
  for (const [name, variable] of Object.entries<Variable>(VARIABLES.properties)) {
    const value = valueIn(environment, name);
    const file = mayBeFile(variable) ? valueIn(environment, `${name}_FILE`) : undefined;
    if (value || file) given.add(name);
    if (value && file) problems.push(`${name} and ${name}_FILE are both set: remove one of them.`);
    else if (value) values[name] = value;
    else if (file) {
      const read = contentOf(file);
      if ('content' in read) values[name] = read.content;
      else problems.push(`${name}_FILE names ${file}, ${read.problem}`);
    }
  }
  return { values, given, problems };
};

/** The content of a secret's file, without the byte order mark and the final newline that some editors add. */
const contentOf = (file: string): { readonly content: string } | { readonly problem: string } => {
  try {
    const decoded = decodeUtf8Text(readFileSync(file));
    if (decoded.isErr()) return { problem: `and cannot be used: ${decoded.error}.` };
    const content = decoded.value.replace(/\r?\n$/, '');
    return content.trim() === '' ? { problem: 'which is empty. Write the secret into it.' } : { content };
  } catch (error) {
    return { problem: WHY[(error as NodeJS.ErrnoException).code ?? ''] ?? `which cannot be read (${String(error)}).` };
  }
};

const WHY: Readonly<Record<string, string>> = {
  ENOENT: 'and there is no such file. Correct the path, or create the file.',
  ENOTDIR: 'and there is no such file. Correct the path, or create the file.',
  EISDIR: 'which is a folder. Name the file in it.',
  EACCES: 'which this user may not read. Give it read permission.',
  EPERM: 'which this user may not read. Give it read permission.',
};
