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
import { table, type Answer } from '../answer.ts';
import { unwritableInWords } from '../cannot-write.ts';
import type { Context, Run } from '../context.ts';
import { theClosing } from '../meant.ts';
import { day, month } from '../options.ts';
import { refuse } from '../refusal.ts';
import type { Output } from '../terminal.ts';

interface Asked {
  readonly from?: LocalDate;
  readonly until?: LocalDate;
  readonly out?: string;
}

/** `bordereau`: the lists for insurers. */
export const bordereauCommands = (bordereau: Command, run: Run, stderr: Output): void => {
  bordereau
    .command('make')
    .description(
      'write an insurer’s lists of premiums issued, cancelled and collected, with totals and a paper to sign',
    )
    .argument('[month]', 'a month that is closed, such as 2026-11', month)
    .option('--from <day>', 'instead of a month: booked on this day or later', day)
    .option('--until <day>', 'booked on this day or earlier', day)
    .option(...OUT)
    .action((closed: string | undefined, { out, ...days }: Asked) =>
      run(async (context) => {
        const written = await context.bordereauxIn(out).write(await asked(context, closed, days), told(stderr));
        return written.isOk() ? bordereauxShown(written.value) : refuse(unwrittenInWords(written.error));
      }),
    );
};

/** Where the folder of bordereaux is put. */
export const OUT = ['--out <folder>', 'where the folder of bordereaux is put; left out, in DATA_DIR'] as const;

const asked = async (
  context: Context,
  closed: string | undefined,
  { from, until }: Omit<Asked, 'out'>,
): Promise<Closing | BookedDays> => {
  if (closed !== undefined && from === undefined && until === undefined) return theClosing(context, closed);
  if (closed !== undefined || from === undefined || until === undefined)
    return refuse('Give a month that is closed, such as 2026-11, or both --from and --until.');
  return until < from ? refuse('--until is before --from.') : { from, until };
};

/** Rows between two messages about the progress. */
const TOLD_EVERY = 50_000;

/** Prints now and then how many rows are written. */
export const told = (stderr: Output) => {
  let last = 0;
  return (rows: number): void => {
    if (rows - last < TOLD_EVERY) return;
    last = rows;
    stderr.write(`${spaced(rows)} rows are written.\n`);
  };
};

/** Why bordereaux were not written. */
export const unwrittenInWords = (why: BordereauxUnwritten): string => {
  switch (why.code) {
    case 'bordereaux_folder':
      return unwritableInWords(why.folder, why.cause, 'Choose another folder with --out.');
    case 'bordereaux_differ':
      return `${why.folder} has other bordereaux already, which were left as they are. Move them away, and try again.`;
    case 'bordereaux_failed':
      return inOneLine(why.cause);
  }
};

/** What was written, insurer by insurer. */
export const bordereauxShown = (made: readonly WrittenBordereaux[]): Answer => {
  const rows = made.map(({ name, intermediaries, folder }) => {
    const count = (list: 'issued' | 'cancelled' | 'collected') =>
      spaced(intermediaries.reduce((all, { totals }) => all + totals[list].rows, 0));
    return [name, folder, count('issued'), count('cancelled'), count('collected')];
  });
  const headings = ['INSURER', 'FOLDER', 'ISSUED', 'CANCELLED', 'COLLECTED'];
  const text =
    rows.length === 0 ? 'Nothing was booked about any contract: there is no bordereau.' : table(headings, rows, 2);
  return { json: made, text };
};
