import type { SandboxFile } from './sandbox/sandbox-file.ts';

/** What the sandbox prints once it is ready; where its metrics are only if somebody asked for them. */
export const welcome = ({ baseUrl, apiKey, simulators }: SandboxFile, metricsUrl?: string): string => `
  The sandbox is ready.

    API            ${baseUrl}/api/v1.0
    API key        ${apiKey}
    Reference      ${baseUrl}/docs
    Mobile money   ${simulators.mobileMoney}
    Authority      ${simulators.certificateAuthority}${metricsUrl === undefined ? '' : `\n    Metrics        ${metricsUrl}`}

  Try it:

    curl -s -H 'x-api-key: ${apiKey}' ${baseUrl}/api/v1.0/coverage

  Ctrl-C stops everything and keeps the data.

`;
