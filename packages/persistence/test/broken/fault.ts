import type { Persistence } from '@vehicle-insurance/persistence';

/**
 * A fault between an adapter and its database, or at its ports, as if the adapter had lost a guarantee. Faults are
 * independent of the adapter's implementation.
 */
export interface Fault {
  /** Changes a statement, or the settings of a connection, on the way to the server. */
  readonly statement?: (text: string) => string;
  /** Changes the command that the server reports as done. */
  readonly done?: (command: string) => string;
  readonly code?: (code: string) => string;
  readonly connection?: 'a lost commit counts as committed' | 'a silent connection is used again';
  readonly schema?: string;
  /** Changes a port, and must call `touched` whenever the change makes a difference. */
  readonly ports?: (store: Persistence, touched: () => void) => Persistence;
}

/** Faults, grouped by the title of the test that must find them. A fault that is a function changes statements. */
export type FaultsByTest = Readonly<Record<string, Readonly<Record<string, Fault | NonNullable<Fault['statement']>>>>>;

const VALUE = String.raw`(?:\$\d+(?:::\w+)?|'[^']*'|\d+)`;

const column = (name: string): string => String.raw`(?:"?\w+"?\.)?"?\b${name}\b"?`;

export const isAbout = (table: string, text: string): boolean =>
  new RegExp(String.raw`\b(?:from|join|into|update)\s+"?${table}"?(?!\w)`, 'i').test(text);

export const replacing =
  (words: RegExp, by: string, ...tables: readonly string[]) =>
  (text: string): string =>
    tables.length === 0 || tables.some((table) => isAbout(table, text)) ? text.replace(words, by) : text;

export const dropping = (words: RegExp, ...tables: readonly string[]) => replacing(words, '', ...tables);

/** Makes conditions on a column true for every row, in statements about the tables. Assignments are unchanged. */
export const ignoring = (name: string, ...tables: readonly string[]) => {
  const condition = new RegExp(String.raw`(\b(?:where|and|or|on)\s+\(?)(${column(name)}\s*=\s*${VALUE})`, 'gi');
  return replacing(condition, '$1($2 or true)', ...tables);
};

export const WORK = ['payment', 'refund', 'notification', 'certificate_request', 'contract', 'pending_upload'] as const;
