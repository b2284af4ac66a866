import { readFileSync } from 'node:fs';
import { VARIABLES } from './variables.ts';
import type { Variable } from './variable.ts';

/** Environment variables as a process has them. */
export type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

/** The variables' values, and why some could not be read. */
export interface Read {
  readonly values: Readonly<Record<string, string>>;
  /** The variables that were set, whether or not they could be read. */
  readonly given: ReadonlySet<string>;
  readonly problems: readonly string[];
}

/** Whether a variable may be given as `NAME_FILE`, the path of a file that contains it. */
export const mayBeFile = (variable: Variable): boolean => variable.secret !== undefined;

/** The variables that are set, directly or by file. An empty one counts as not set. */
export const valuesOf = (environment: EnvironmentVariables): Read => {
  const values: Record<string, string> = {};
  const given = new Set<string>();
  const problems: string[] = [];
  for (const [name, variable] of Object.entries<Variable>(VARIABLES.properties)) {
    const value = environment[name];
    const file = mayBeFile(variable) ? environment[`${name}_FILE`] : undefined;
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

/** The content of a secret's file, without the newline most editors add. */
const contentOf = (file: string): { readonly content: string } | { readonly problem: string } => {
  try {
    const content = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
    return content === '' ? { problem: 'which is empty. Write the secret into it.' } : { content };
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
