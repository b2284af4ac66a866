import { OPERATOR } from './own-commands.ts';
import type { SandboxFile } from './sandbox-file.ts';

const table = (rows: Readonly<Record<string, string | undefined>>): string =>
  Object.entries(rows)
    .flatMap(([name, value]) => (value === undefined ? [] : [`    ${name.padEnd(15)}${value}`]))
    .join('\n');

/** The text for the terminal once the sandbox is ready. Links that are not given are left out. */
export const banner = (
  { baseUrl, apiKey, simulators }: SandboxFile,
  metricsUrl?: string,
  consoleLink?: string,
  webhooksUrl?: string,
): string => `
  The sandbox is ready.

${table({
  API: `${baseUrl}/api/v1.0`,
  'API key': apiKey,
  Reference: `${baseUrl}/docs`,
  'Mobile money': simulators.mobileMoney,
  Authority: simulators.certificateAuthority,
  Webhooks: webhooksUrl,
  Metrics: metricsUrl,
  Console: consoleLink,
})}
${
  consoleLink === undefined
    ? ''
    : `
  The console's link works once. For another: ${OPERATOR} console link --name YOU --role act
`
}
  Try it:

    curl -s -H 'x-api-key: ${apiKey}' ${baseUrl}/api/v1.0/coverage

  Ctrl-C stops everything and keeps the data.

`;
