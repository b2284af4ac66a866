import {
  inOneLine,
  spaced,
  type BookedDays,
  type BordereauxUnwritten,
  type Closing,
  type LocalDate,
  type WrittenBordereaux,
} from '@vehicle-insurance/core';
import type { Command } from 'commander';
import { table, type CommandOutput } from '../command-output.ts';
import { unwritableInWords } from '../cannot-write.ts';
import type { Context, Run } from '../context.ts';
import { theClosing } from '../matches.ts';
import { day, month } from '../options.ts';
import { refuse } from '../refusal.ts';
import type { Output } from '../terminal.ts';

interface BordereauOptions {
  readonly from?: LocalDate;
  readonly until?: LocalDate;
  readonly out?: string;
}

/** `bordereau`: the lists for insurers. */
export const bordereauCommands = (bordereau: Command, run: Run, stderr: Output): void => {
  bordereau
    .command('make')
    .description(
      'write each insurer’s lists of premiums issued, cancelled and collected, with totals and a paper to sign',
    )
    .argument('[month]', 'closed month, such as 2026-11', month)
    .option('--from <day>', 'instead of a month: first booking date', day)
    .option('--until <day>', 'last booking date, included', day)
    .option(...OUT)
    .action((closed: string | undefined, { out, ...days }: BordereauOptions) =>
      run(async (context) => {
        const written = await context
          .bordereauxIn(out)
          .write(await requestedPeriod(context, closed, days), reportRows(stderr));
        return written.isOk() ? bordereauxOutput(written.value) : refuse(unwrittenInWords(written.error));
      }),
    );
};

/** The option for the parent folder of the bordereaux. */
export const OUT = ['--out <folder>', 'write the bordereaux in this folder (default: DATA_DIR/bordereaux)'] as const;

const requestedPeriod = async (
  context: Context,
  closed: string | undefined,
  { from, until }: Omit<BordereauOptions, 'out'>,
): Promise<Closing | BookedDays> => {
  if (closed !== undefined && from === undefined && until === undefined) return theClosing(context, closed);
  if (closed !== undefined || from === undefined || until === undefined)
    return refuse('Give a closed month, such as 2026-11, or both --from and --until.');
  return until < from ? refuse('--until is before --from.') : { from, until };
};

/** Number of rows between two progress messages. */
const ROWS_PER_MESSAGE = 50_000;

/** Reports the progress, every `ROWS_PER_MESSAGE` rows. */
export const reportRows = (stderr: Output) => {
  let last = 0;
  return (rows: number): void => {
    if (rows - last < ROWS_PER_MESSAGE) return;
    last = rows;
    stderr.write(`${spaced(rows)} rows written.\n`);
  };
};

/** Why bordereaux were not written. */
export const unwrittenInWords = (why: BordereauxUnwritten): string => {
  switch (why.code) {
    case 'bordereaux_folder':
      return unwritableInWords(why.folder, why.cause, 'Choose another folder with --out.');
    case 'bordereaux_differ':
      return `${why.folder} already contains other bordereaux, and nothing was written. Move them away, then try again.`;
    case 'bordereaux_failed':
      return inOneLine(why.cause);
  }
};

/** The written bordereaux, a row for each insurer. */
export const bordereauxOutput = (made: readonly WrittenBordereaux[]): CommandOutput => {
  const rows = made.map(({ name, intermediaries, folder }) => {
    const count = (list: 'issued' | 'cancelled' | 'collected') =>
      spaced(intermediaries.reduce((all, { totals }) => all + totals[list].rows, 0));
    return [name, folder, count('issued'), count('cancelled'), count('collected')];
  });
  const headings = ['INSURER', 'FOLDER', 'ISSUED', 'CANCELLED', 'COLLECTED'];
  const text =
    rows.length === 0 ? 'Nothing was booked for any contract, so there is no bordereau.' : table(headings, rows, 2);
  return { json: made, text };
};
