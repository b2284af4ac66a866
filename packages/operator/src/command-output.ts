import {
  inEnglish,
  quotable,
  type Change,
  type Identity,
  type RecordedEntry,
  type Signed,
} from '@vehicle-insurance/core';

/** The output of a command: `json` with `--json`, otherwise `text`. */
export interface CommandOutput {
  readonly json: unknown;
  readonly text: string;
}

/**
 * Columns aligned under their headings. From the index `figuresFrom` on, columns are aligned to the right. `None.` if
 * there are no rows.
 */
export const table = (
  headings: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
  figuresFrom = headings.length,
): string => {
  const cells = [headings, ...rows.map((row) => row.map((cell) => String(cell ?? '–')))];
  const widths = headings.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const lines = cells.map((row) =>
    row
      .map((cell, column) =>
        column < figuresFrom ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
  return rows.length === 0 ? 'None.' : lines.join('\n');
};

/** A history: a line for each change, with its evidence, such as a provider response, below it. */
export const historyText = (history: readonly Change[]): string =>
  history
    .flatMap(({ at, what, from, to, evidence, ...entry }) => [
      `${at}  ${what}  ${from === null || from === to ? to : `${from} → ${to}`}  ${whyOf(entry)}`,
      ...(evidence ? [`    ${JSON.stringify(evidence)}`] : []),
    ])
    .join('\n');

/** The reason and, if a person acted, the person. */
export const whyOf = ({ why, ...author }: Pick<RecordedEntry, 'why' | keyof Signed>): string =>
  author.by === undefined ? inEnglish(why) : `${inEnglish(why)} (${authorText(author)})`;

/** The author and, if there is one, the confirming person; each with the account, if known. */
export const authorText = ({ by = '', account, confirmedBy }: Signed): string =>
  [
    personText({ name: by, subject: account?.subject ?? null }),
    ...(confirmedBy ? [`confirmed by ${personText(confirmedBy)}`] : []),
  ].join(', ');

/** A person by name and account. The quotation marks prevent a name from looking like two people. */
export const personText = ({ name, subject }: Pick<Identity, 'name' | 'subject'>): string =>
  `"${quotable(name)}"${subject === null ? '' : ` [account ${subject}]`}`;
