import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stringify } from 'yaml';
import { SELECTOR } from '../../../service/test/observability/dashboard.ts';

const ALERTS = fileURLToPath(new URL('../../../../docker/prometheus/alerts.yaml', import.meta.url));

export interface Course extends Series {
  readonly growth?: number;
}

/** A query, and the series and values that it must return. */
export interface Expected {
  readonly query: string;
  readonly gives: readonly { readonly labels: string; readonly value: number }[];
}

/** Minutes before the query: longer than any alert waits. */
const AT = 45;

export const promtoolIsThere = (): boolean => spawnSync('promtool', ['--version']).status === 0;

/** Why tests that need promtool are skipped; printed, so that they do not look passed. */
export const NO_PROMTOOL =
  'promtool is not installed: alerts and panels are not tested. Debian: apt-get install prometheus';

export const complaints = async (tests: readonly { courses: readonly Course[]; expected: readonly Expected[] }[]) => {
  const folder = mkdtempSync(join(tmpdir(), 'promtool-'));
  const file = join(folder, 'tests.yaml');
  writeFileSync(
    file,
    stringify({
      rule_files: [ALERTS],
      evaluation_interval: '1m',
      tests: tests.map(({ courses, expected }) => ({
        interval: '1m',
        input_series: courses.map((course) => ({
          series: notation(course),
          values: `${plain(course.value)}+${plain(course.growth ?? 0)}x${AT}`,
        })),
        promql_expr_test: expected.map(({ query, gives }) => ({
          expr: query,
          eval_time: `${AT}m`,
          exp_samples: gives,
        })),
      })),
    }),
  );
  try {
    return await new Promise<string>((resolve) => {
      execFile('promtool', ['test', 'rules', file], (error, stdout, stderr) =>
        resolve(error ? `${stdout}${stderr}` : ''),
      );
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const plain = (value: number): string => value.toFixed(6).replace(/\.?0+$/, '');

export const firing = (alerts: readonly string[]): Expected => ({
  query: 'max by (alertname, severity) (ALERTS{alertstate="firing"})',
  gives: alerts.map((alert) => {
    const [name = '', severity = ''] = alert.split(' ');
    return { labels: `{alertname="${name}", severity="${severity}"}`, value: 1 };
  }),
});

export interface Series {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const LINE = /^(\w+)(?:\{(.*)\})? (\S+)$/;
const LABEL = /(\w+)="((?:[^"\\]|\\.)*)"/g;

type Target = Readonly<Record<'job' | 'instance', string>>;

const SERVICE: Target = { job: 'vehicle-insurance', instance: 'api-1:9464' };

/** A page of metrics as Prometheus stores it. */
export const parseMetrics = (page: string, target = SERVICE): readonly Series[] => [
  { name: 'up', labels: { ...target }, value: 1 },
  ...page.split('\n').flatMap((line) => {
    const [, name, labels = '', value] = LINE.exec(line) ?? [];
    if (name === undefined || !Number.isFinite(Number(value))) return [];
    const own = [...labels.matchAll(LABEL)].map(([, label = '', text = '']) => [label, text]);
    return [{ name, labels: { ...(Object.fromEntries(own) as Series['labels']), ...target }, value: Number(value) }];
  }),
];

const notation = ({ name, labels }: Pick<Series, 'name' | 'labels'>): string =>
  `${name}{${Object.entries(labels)
    .map(([label, value]) => `${label}="${value}"`)
    .join(',')}}`;

export const seriesIn = (query: string, series: readonly Series[]): readonly Series[] =>
  [...query.matchAll(SELECTOR)].flatMap(([, metric, matchers = '']) => {
    const conditions = [...matchers.matchAll(/(\w+)\s*(=~|!~|=|!=)\s*"([^"]*)"/g)];
    return series.filter(
      ({ name, labels }) =>
        name === metric &&
        conditions.every(([, label = '', how = '', text = '']) => {
          const value = labels[label] ?? '';
          const matches = how.includes('~') ? new RegExp(`^(?:${text})$`).test(value) : value === text;
          return matches !== how.startsWith('!');
        }),
    );
  });
