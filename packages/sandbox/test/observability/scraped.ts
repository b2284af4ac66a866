/** One series as Prometheus keeps it. */
export interface Series {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const LINE = /^(\w+)(?:\{(.*)\})? (\S+)$/;
const LABEL = /(\w+)="((?:[^"\\]|\\.)*)"/g;

/** What a scrape puts on everything it reads. */
export type Target = Readonly<Record<'job' | 'instance', string>>;

const SERVICE: Target = { job: 'vehicle-insurance', instance: 'api-1:9464' };

/**
 * A page of metrics as it stands in Prometheus after a scrape: with Prometheus' own `job` and `instance`. A label of
 * those names that the page has itself is put aside as `exported_…`.
 */
export const scraped = (page: string, target = SERVICE): readonly Series[] => [
  { name: 'up', labels: { ...target }, value: 1 },
  ...page.split('\n').flatMap((line) => {
    const [, name, labels = '', value] = LINE.exec(line) ?? [];
    if (name === undefined || !Number.isFinite(Number(value))) return [];
    const own = [...labels.matchAll(LABEL)].map(([, label = '', text = '']) => [
      label in target ? `exported_${label}` : label,
      text,
    ]);
    return [
      { name, labels: { ...(Object.fromEntries(own) as Record<string, string>), ...target }, value: Number(value) },
    ];
  }),
];

/** How a series is written in a test of rules and in a query. */
export const notation = ({ name, labels }: Pick<Series, 'name' | 'labels'>): string =>
  `${name}{${Object.entries(labels)
    .map(([label, value]) => `${label}="${value}"`)
    .join(',')}}`;

const SELECTOR = /\b(up|vehicle_insurance_\w+|courier_\w+|nodejs_\w+|process_\w+)\b(?:\{([^}]*)\})?/g;

/** The series a query asks for. */
export const askedBy = (query: string, series: readonly Series[]): readonly Series[] =>
  [...query.matchAll(SELECTOR)].flatMap(([, asked, matchers = '']) => {
    const conditions = [...matchers.matchAll(/(\w+)\s*(=~|!~|=|!=)\s*"([^"]*)"/g)];
    return series.filter(
      ({ name, labels }) =>
        name === asked &&
        conditions.every(([, label = '', how = '', text = '']) => {
          const value = labels[label] ?? '';
          const matches = how.includes('~') ? new RegExp(`^(?:${text})$`).test(value) : value === text;
          return matches !== how.startsWith('!');
        }),
    );
  });

/** How many series a query gives that puts together what it asks for by some labels, or gives each as it is. */
export const seriesGivenBy = (query: string, series: readonly Series[]): number => {
  const [, by] = /\bby \(([^)]*)\)/.exec(query) ?? [];
  const asked = askedBy(query, series);
  const isWhole = by === undefined && /^sum\(/.test(query);
  const kept = (by ?? '').split(',').map((label) => label.trim());
  // As the service meant them: two that only a label put aside would tell apart are two.
  const own = (labels: Series['labels'], label: string): string => labels[`exported_${label}`] ?? labels[label] ?? '';
  const named = ({ labels }: Series): string => {
    if (by !== undefined) return JSON.stringify(kept.map((label) => (label === 'le' ? '' : own(labels, label))));
    return isWhole ? '' : JSON.stringify(labels);
  };
  return new Set(asked.map(named)).size;
};
