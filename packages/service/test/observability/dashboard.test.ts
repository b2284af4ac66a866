import { expect } from 'chai';
import { courierMetrics } from '../../../courier/src/index.ts';
import { instruments } from '../../src/observability/metrics/instruments.ts';
import { alerts, panels, SELECTOR, textOf } from './dashboard.ts';

describe('the dashboard and the alerts', () => {
  /** Every existing series with its labels; `up` is the scraper's own. */
  const series = new Map<string, ReadonlySet<string>>([['up', new Set(['job', 'instance'])]]);
  const own = new Set<string>();
  const ownLabels: string[] = [];
  const queries = [
    ...panels.map(({ title, query }) => [title, query] as const),
    ...alerts.map(({ alert, expr }) => [alert, expr] as const),
  ];
  const selectorsIn = (expr: string) =>
    [...expr.matchAll(SELECTOR)].map(([, name = '', matchers = '']) => ({
      name,
      labels: [...matchers.matchAll(/(\w+)\s*[=!]/g)].map(([, label = '']) => label),
    }));

  before(async () => {
    const nothing = () => Promise.resolve([]);
    const courier = courierMetrics({ backlog: nothing, endpoints: nothing, feeds: nothing });
    for (const { registry } of [instruments(), courier]) {
      const described = (await registry.getMetricsAsJSON()).map(({ name, type }) => ({ name, type: String(type) }));
      const labelsOf = (name: string) => registry.getSingleMetric(name) as unknown as { labelNames?: string[] };
      for (const { name, type } of described) {
        const { labelNames = [] } = labelsOf(name);
        ownLabels.push(...labelNames);
        const labels = new Set([...labelNames, 'job', 'instance']);
        if (/^(vehicle_insurance|courier)_/.test(name)) own.add(name);
        for (const suffix of type === 'histogram' ? ['_bucket', '_count', '_sum'] : [''])
          series.set(`${name}${suffix}`, labels);
      }
    }
  });

  // Proves: dashboard
  it('query only existing metrics and labels', () => {
    expect(queries).to.have.length.greaterThan(30);
    for (const [title, expr] of queries) {
      const asked = selectorsIn(expr);
      expect(asked, `${title} queries nothing`).to.not.deep.equal([]);
      for (const { name, labels } of asked) {
        expect([...series.keys()], title).to.include(name);
        expect([...(series.get(name) ?? [])], title).to.include.members(labels);
      }
      for (const [, by = ''] of expr.matchAll(/by \(([^)]*)\)/g))
        for (const label of by.split(',').map((each) => each.trim()))
          expect(['le', ...asked.flatMap(({ name }) => [...(series.get(name) ?? [])])], title).to.include(label);
    }
  });

  it('use every metric of our own, whose labels are not those that Prometheus sets', () => {
    const asked = queries.flatMap(([, expr]) => selectorsIn(expr).map(({ name }) => name));
    const shown = (name: string) => ['', '_bucket', '_count'].some((suffix) => asked.includes(`${name}${suffix}`));
    expect([...own].filter((name) => !shown(name))).to.deep.equal([]);
    expect(own.size).to.be.greaterThan(15);
    expect(ownLabels).to.not.include('job').and.to.not.include('instance');
  });

  // Proves: dashboard
  it('have a severity for each alert, and a link to instructions', () => {
    const headings = [...textOf('docs/operations.md').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(' ', '-')
        .replace(/[^\w-]/g, ''),
    );
    expect(alerts).to.have.length.greaterThan(10);
    for (const { alert, labels, annotations } of alerts) {
      expect(['page', 'ticket'], alert).to.include(labels.severity);
      expect(annotations['summary'], alert).to.be.a('string');
      const [page, heading] = annotations['runbook']?.split('#') ?? [];
      expect(page, alert).to.equal('docs/operations.md');
      expect(headings, alert).to.include(heading);
    }
  });
});
