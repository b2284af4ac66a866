import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: Readonly<Record<string, string>>;
}

interface Panel {
  readonly title: string;
  readonly targets?: readonly { readonly expr: string }[];
}

export const textOf = (path: string): string => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');

const { groups } = parse(textOf('docker/prometheus/alerts.yaml')) as {
  groups: readonly { readonly rules: readonly Alert[] }[];
};
export const alerts = groups.flatMap(({ rules }) => rules);

const dashboard = JSON.parse(textOf('docker/grafana/vehicle-insurance.json')) as { readonly panels: readonly Panel[] };
/** Each query of the dashboard, with the title of its panel. */
export const panels = dashboard.panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr }) => ({ title, query: expr })),
);

/** The series in a query, with the conditions on their labels. */
export const SELECTOR = /\b(up|vehicle_insurance_\w+|courier_\w+|nodejs_\w+|process_\w+)\b(?:\{([^}]*)\})?/g;
