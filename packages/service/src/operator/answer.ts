/** What a verb answers: for machines, and for people. */
export interface Answer {
  readonly json: unknown;
  readonly text: string;
}

/** Columns of one width, with a line of headings. */
export const table = (headings: readonly string[], rows: readonly (readonly (string | number | null)[])[]): string => {
  const cells = [headings, ...rows.map((row) => row.map((cell) => String(cell ?? '–')))];
  const widths = headings.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const lines = cells.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return rows.length === 0 ? 'None.' : lines.join('\n');
};

/** A failure an operator can act on, in one line. */
export const refuse = (line: string): never => {
  throw new Error(line);
};

/** The words of an operator's failure, by what the use cases answer. */
export const inWords = (error: {
  readonly code: string;
  readonly details?: readonly { readonly field: string; readonly message: string }[];
}): string => {
  const words: Readonly<Record<string, string>> = {
    company_not_found: 'There is no such company. `company list` shows them all.',
    company_name_taken: 'There is a company of this name. Choose another name.',
    key_not_found: 'There is no such key. `key list COMPANY` shows a company’s keys.',
    contract_not_found: 'There is no such contract. Check the id.',
    illegal_transition: 'It is not in a state in which this can be done. `show` tells where it stands.',
  };
  const details = error.details?.map(({ field, message }) => `${field} ${message}`).join('; ');
  return details ?? words[error.code] ?? error.code;
};
