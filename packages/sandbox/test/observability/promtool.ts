import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stringify } from 'yaml';
import { notation, type Series } from './scraped.ts';

const ALERTS = fileURLToPath(new URL('../../../../docker/prometheus/alerts.yaml', import.meta.url));

/** A series and what becomes of it: it stays as it is, or grows by so much each minute. */
export interface Course extends Series {
  readonly growth?: number;
}

/** A query after half an hour, and the series it must give, each with its value. */
export interface Expected {
  readonly query: string;
  readonly gives: readonly { readonly labels: string; readonly value: number }[];
}

/** Minutes after which is looked: longer than any alert waits. */
const AT = 45;

/** Whether Prometheus' own tool is installed. */
export const promtoolIsThere = (): boolean => {
  try {
    execFileSync('promtool', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

/** Why tests that need it are skipped; printed, so that they are not taken for passed. */
export const NO_PROMTOOL =
  'promtool is not installed: alerts and panels are not tried. Debian: apt-get install prometheus';

/** What `promtool test rules` complains of; empty when everything is as expected. */
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

/** A number as the tool reads it: without an exponent. */
const plain = (value: number): string => value.toFixed(6).replace(/\.?0+$/, '');

/** Which alerts fire, as a query that gives a series for each. */
export const firing = (alerts: readonly string[]): Expected => ({
  query: 'max by (alertname, severity) (ALERTS{alertstate="firing"})',
  gives: alerts.map((alert) => {
    const [name = '', severity = ''] = alert.split(' ');
    return { labels: `{alertname="${name}", severity="${severity}"}`, value: 1 };
  }),
});
