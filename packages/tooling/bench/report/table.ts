import type { LaneName } from '../lanes.ts';
import type { Measured, Slice } from '../measure.ts';
import { ratios, spreadOf, type Spread } from './statistics.ts';

export type Results = ReadonlyMap<string, Measured>;

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(heads), row(heads.map((_, column) => (column < 2 ? '---' : '---:'))), ...rows.map(row)].join('\n');

const COMPARED: readonly LaneName[] = ['floor', 'floor again', 'Fastify', 'project'];

export const serversTable = (results: Results): string =>
  table(
    ['endpoint', 'server', 'CPU (µs)', '÷ floor', 'quartiles', 'PostgreSQL (µs)', '÷ floor', 'a second', 'bytes'],
    [...results].flatMap(([endpoint, measured]) =>
      COMPARED.map((name) => {
        const [slices, floor] = [slicesOf(measured, name), slicesOf(measured, 'floor')];
        const [cpu, postgres] = [besides(slices, floor, 'server'), besides(slices, floor, 'postgres')];
        const isFloor = name === 'floor';
        return [
          isFloor ? endpoint : '',
          name,
          median(slices, 'server').toFixed(0),
          isFloor ? '' : cpu.median.toFixed(2),
          isFloor ? '' : quartilesOf(cpu),
          median(slices, 'postgres').toFixed(0),
          isFloor ? '' : postgres.median.toFixed(2),
          median(slices, 'perSecond').toFixed(0),
          median(slices, 'bytes').toFixed(0),
        ];
      }),
    ),
  );

export const costsTable = (results: Results): string =>
  table(
    ['endpoint', 'server', 'CPU (µs)', 'quartiles', 'PostgreSQL (µs)', 'quartiles', 'a second'],
    [...results].map(([endpoint, measured]) => {
      const slices = slicesOf(measured, 'project');
      const [cpu, postgres] = [spreadOf(column(slices, 'server')), spreadOf(column(slices, 'postgres'))];
      return [
        ...[endpoint, 'project', cpu.median.toFixed(0), wholeQuartilesOf(cpu)],
        ...[postgres.median.toFixed(0), wholeQuartilesOf(postgres), median(slices, 'perSecond').toFixed(0)],
      ];
    }),
  );

const VARIANTS = {
  'project, log on': 'log on ÷ off',
  'project, br': 'brotli accepted ÷ not',
  'project, key': 'Idempotency-Key ÷ none',
} as const satisfies Partial<Record<LaneName, string>>;

/** The project with an option, compared with the project without it. */
export const variantsTable = (results: Results): string =>
  table(
    ['endpoint', 'variant', 'CPU ÷', 'quartiles', 'PostgreSQL ÷', 'bytes ÷'],
    [...results].flatMap(([endpoint, measured]) =>
      (Object.keys(VARIANTS) as (keyof typeof VARIANTS)[])
        .filter((name) => measured.has(name))
        .map((name, index) => {
          const [slices, project] = [slicesOf(measured, name), slicesOf(measured, 'project')];
          const beside = besides(slices, project, 'server');
          return [
            index === 0 ? endpoint : '',
            VARIANTS[name],
            beside.median.toFixed(2),
            quartilesOf(beside),
            besides(slices, project, 'postgres').median.toFixed(2),
            besides(slices, project, 'bytes').median.toFixed(2),
          ];
        }),
    ),
  );

const quartilesOf = ({ first, third }: Spread): string => `${first.toFixed(2)}–${third.toFixed(2)}`;

const wholeQuartilesOf = ({ first, third }: Spread): string => `${first.toFixed(0)}–${third.toFixed(0)}`;

const slicesOf = (measured: Measured, name: LaneName): readonly Slice[] => measured.get(name) ?? [];

const column = (slices: readonly Slice[], of: keyof Slice): readonly number[] => slices.map((slice) => slice[of]);

const median = (slices: readonly Slice[], of: keyof Slice): number => spreadOf(column(slices, of)).median;

const besides = (slices: readonly Slice[], others: readonly Slice[], of: keyof Slice): Spread =>
  spreadOf(ratios(column(slices, of), column(others, of)));
