import { access, constants, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { endOf, spaced, type Closing, type LocalDate } from '@vehicle-insurance/core';
import type { Command } from 'commander';
import { table, type Answer } from './answer.ts';
import { writeBordereaux, type BordereauxAsked, type BordereauxMade } from './bordereau-folder.ts';
import { cannotWrite, isOfTheDisk } from './cannot-write.ts';
import type { Context, Run } from './context.ts';
import { theClosing } from './meant.ts';
import { day, month } from './options.ts';
import { refuse } from './refuse.ts';
import type { Output } from './terminal.ts';

interface Asked {
  readonly from?: LocalDate;
  readonly until?: LocalDate;
  readonly out?: string;
}

/** `bordereau`: what insurers are sent. */
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
    .action((closed: string | undefined, { from, until, out }: Asked) =>
      run(async (context) => {
        if (closed !== undefined && from === undefined && until === undefined)
          return bordereauxOf(context, await theClosing(context, closed), out, stderr);
        if (closed !== undefined || from === undefined || until === undefined)
          return refuse('Give a month that is closed, such as 2026-11, or both --from and --until.');
        if (until < from) return refuse('--until is before --from.');
        const asked = {
          period: { from, until },
          from,
          until,
          folder: join(await folderFor(context, out), `${from}_${until}`),
        };
        return answered(await written(context, asked, stderr));
      }),
    );
};

/** Where the folder of bordereaux is put. */
export const OUT = ['--out <folder>', 'where the folder of bordereaux is put; left out, in DATA_DIR'] as const;

const ELSEWHERE = 'Choose another folder with --out.';

/** Where bordereaux can be put; refused where nothing can be written. */
export const folderFor = async ({ bordereauxFolder }: Context, out = bordereauxFolder): Promise<string> => {
  await mkdir(out, { recursive: true }).catch(cannotWrite(out, ELSEWHERE));
  await access(out, constants.W_OK).catch(cannotWrite(out, ELSEWHERE));
  return out;
};

/** Writes the bordereaux of a month that is closed. */
export const bordereauxOf = async (
  context: Context,
  { number, month: closed }: Closing,
  out: string | undefined,
  stderr: Output,
): Promise<Answer> => {
  const [from, until] = [`${closed}-01` as LocalDate, endOf(closed)];
  const asked = { period: { closing: number }, from, until, folder: join(await folderFor(context, out), closed) };
  return answered(await written(context, asked, stderr));
};

/** Rows after which it is said how far it is. */
const TOLD_EVERY = 50_000;

const written = ({ ports, specimen }: Context, asked: BordereauxAsked, stderr: Output) => {
  let told = 0;
  return writeBordereaux(ports, asked, specimen, (rows) => {
    if (rows - told < TOLD_EVERY) return;
    told = rows;
    stderr.write(`${spaced(rows)} rows are written.\n`);
  }).catch((error: Error) => {
    if (isOfTheDisk(error)) cannotWrite(asked.folder, ELSEWHERE)(error);
    throw error;
  });
};

const answered = (made: readonly BordereauxMade[]): Answer => {
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
