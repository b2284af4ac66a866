import {
  addDays,
  dateOf,
  FIGURE_STEPS,
  listFigures,
  listFiguresBy,
  medianMinutesToCertificate,
  spaced,
  TIMED_CONTRACTS,
  type FigureStep,
  type LocalDate,
  type Sums,
} from '@vehicle-insurance/core';
import { Option, type Command } from 'commander';
import { table } from '../command-output.ts';
import type { Run } from '../context.ts';
import { day } from '../options.ts';
import { refuse } from '../refusal.ts';

interface FigureOptions {
  readonly from?: LocalDate;
  readonly until?: LocalDate;
  readonly by: FigureStep;
}

/** The default number of days, including the last day. */
const DAYS = 14;

const HEADINGS = ['QUOTES', 'CONTRACTS', 'PREMIUM', 'CERTIFICATES PENDING', 'REFUNDED', 'REFUNDS DUE'] as const;

const cellsOf = (sums: Sums): readonly string[] =>
  [sums.quotes, sums.contracts, sums.premium, sums.certificatesPending, sums.refunded, sums.refundsDue].map(spaced);

/** Adds `figures`, which shows the same numbers as the console. */
export const figuresCommand = (figures: Command, run: Run): void => {
  figures
    .option('--from <day>', 'first day (default: 13 days before the last day)', day)
    .option('--until <day>', 'last day, included (default: today)', day)
    .addOption(new Option('--by <step>', 'length of a period').choices(FIGURE_STEPS).default('day'))
    .action(({ from: first, until: last, by }: FigureOptions) =>
      run(async ({ ports }) => {
        const until = last ?? dateOf(ports.uncheckedClock.now(), ports.zone);
        const from = first ?? addDays(until, 1 - DAYS);
        if (until < from) return refuse('The first day is after the last one. Correct --from or --until.');
        const periods = await listFigures(ports)({ from, until }, by);
        const grouped = async (group: 'company' | 'insurer' | 'coverage') =>
          (await listFiguresBy(ports)({ from, until }, group)).map(({ period: _, key, ...sums }) => ({ key, ...sums }));
        const [companies, insurers, coverages] = [
          await grouped('company'),
          await grouped('insurer'),
          await grouped('coverage'),
        ];
        const minutes = await medianMinutesToCertificate(ports)({ from, until });
        const rows = periods.map((each) => [each.from, each.until, ...cellsOf(each)]);
        const groups = { COMPANY: companies, INSURER: insurers, COVERAGE: coverages };
        const texts = Object.entries(groups).map(([name, some]) =>
          table(
            [name, ...HEADINGS],
            some.map(({ key, ...sums }) => [key ?? ports.insuranceCompany, ...cellsOf(sums)]),
            1,
          ),
        );
        return {
          json: { from, until, by, periods, companies, insurers, coverages, minutesToCertificate: minutes ?? null },
          text: [
            table(['FROM', 'UNTIL', ...HEADINGS], rows, 2),
            ...texts,
            `median time from payment to certificate, over the last ${TIMED_CONTRACTS} contracts: ${minutes ?? '-'} min`,
          ].join('\n\n'),
        };
      }),
    );
};
