import type { SandboxFile } from './sandbox/sandbox-file.ts';

const table = (rows: Readonly<Record<string, string | undefined>>): string =>
  Object.entries(rows)
    .flatMap(([name, value]) => (value === undefined ? [] : [`    ${name.padEnd(15)}${value}`]))
    .join('\n');

const access = (baseUrl: string, apiKey: string | undefined) => ({
  API: `${baseUrl}/api/v1.0`,
  'API key': apiKey,
  Reference: `${baseUrl}/docs`,
});

/** What the sandbox prints once it is ready; where its metrics are only if somebody asked for them. */
export const welcome = ({ baseUrl, apiKey, simulators }: SandboxFile, metricsUrl?: string): string => `
  The sandbox is ready.

${table({
  ...access(baseUrl, apiKey),
  'Mobile money': simulators.mobileMoney,
  Authority: simulators.certificateAuthority,
  Metrics: metricsUrl,
})}

  Try it:

    curl -s -H 'x-api-key: ${apiKey}' ${baseUrl}/api/v1.0/coverage

  Ctrl-C stops everything and keeps the data.

`;

/** What a process has joined: a sandbox that another one hosts, in the same folder. */
export interface JoinedSandbox {
  readonly dataDir: string;
  readonly hostUrl: string;
  /** Where this process serves the API, if it does; else the host's is named. */
  readonly apiUrl: string | undefined;
  readonly apiKey: string | undefined;
}

/** What a process prints that has joined a sandbox, once it is ready. */
export const welcomeBeside = (
  { dataDir, hostUrl, apiUrl = hostUrl, apiKey }: JoinedSandbox,
  ready: string,
  metricsUrl?: string,
): string => `
  Joined the sandbox in ${dataDir}, which ${hostUrl} hosts.
  ${ready}

${table({ ...access(apiUrl, apiKey), Metrics: metricsUrl })}

  Ctrl-C stops this process alone. The host goes on: it has the database, and moves the clock.

`;
