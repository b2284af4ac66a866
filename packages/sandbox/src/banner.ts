import type { SandboxFile } from './sandbox-file.ts';

const table = (rows: Readonly<Record<string, string | undefined>>): string =>
  Object.entries(rows)
    .flatMap(([name, value]) => (value === undefined ? [] : [`    ${name.padEnd(15)}${value}`]))
    .join('\n');

const access = (baseUrl: string, apiKey: string | undefined) => ({
  API: `${baseUrl}/api/v1.0`,
  'API key': apiKey,
  Reference: `${baseUrl}/docs`,
});

/** Printed once the sandbox is ready; with the address of its metrics if they are on, and a link into the console. */
export const banner = (
  { baseUrl, apiKey, simulators }: SandboxFile,
  metricsUrl?: string,
  consoleLink?: string,
): string => `
  The sandbox is ready.

${table({
  ...access(baseUrl, apiKey),
  'Mobile money': simulators.mobileMoney,
  Authority: simulators.certificateAuthority,
  Metrics: metricsUrl,
  Console: consoleLink,
})}
${
  consoleLink === undefined
    ? ''
    : `
  The console's link lets you in once; another: npm run -s operator -- console link --name YOU --role act
`
}
  Try it:

    curl -s -H 'x-api-key: ${apiKey}' ${baseUrl}/api/v1.0/coverage

  Ctrl-C stops everything and keeps the data.

`;

/** The sandbox a follower has joined: another process leads it, in the same folder. */
export interface JoinedSandbox {
  readonly dataDir: string;
  readonly leaderUrl: string;
  /** Where this process serves the API, if it does; otherwise the leader's address is printed. */
  readonly apiUrl: string | undefined;
  readonly apiKey: string | undefined;
}

/** Printed once a follower is ready. */
export const followerBanner = (
  { dataDir, leaderUrl, apiUrl = leaderUrl, apiKey }: JoinedSandbox,
  ready: string,
  metricsUrl?: string,
): string => `
  Joined the sandbox in ${dataDir}, which ${leaderUrl} leads.
  ${ready}

${table({ ...access(apiUrl, apiKey), Metrics: metricsUrl })}

  Ctrl-C stops this process alone. The leader goes on: it has the database, and moves the clock.

`;
