import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Endpoint } from '../endpoints.ts';
import type { Lane } from '../lanes.ts';
import { reportProgress } from '../report/progress.ts';
import { byFunction, byPackage, type CpuProfile, type SelfTime } from './self-time.ts';

const [WARM_UP, PROFILED] = [5_000, 10_000] as const;

const [FUNCTIONS, PACKAGES] = [25, 15] as const;

const FOLDER = fileURLToPath(new URL('../../../../node_modules/.cache/bench/', import.meta.url));

/** Profiles the project under the load of one endpoint, and prints how its time is spent. */
export const profile = async (endpoint: Endpoint, { clients, requests, server }: Lane): Promise<void> => {
  mkdirSync(FOLDER, { recursive: true });
  const file = join(FOLDER, `${endpoint.name.replaceAll(/\W+/g, '-')}.cpuprofile`);
  reportProgress(`${endpoint.name}: warm-up`);
  await clients.ready();
  await clients.askAll(requests(endpoint, WARM_UP), endpoint.status);
  reportProgress(`${endpoint.name}: ${PROFILED} profiled requests`);
  const profiled = requests(endpoint, PROFILED);
  await clients.ready();
  await server.ask({ profile: 'start' });
  await clients.askAll(profiled, endpoint.status);
  await server.ask({ profile: 'stop', file });
  const seen = JSON.parse(readFileSync(file, 'utf8')) as CpuProfile;
  process.stdout.write(`${file}\n\n${listed(byFunction(seen), FUNCTIONS)}\n\n${listed(byPackage(seen), PACKAGES)}\n`);
};

const listed = (times: readonly SelfTime[], count: number): string => {
  const rows = times.slice(0, count).map(({ what, where, part, microseconds }) => {
    const share = (part * 100).toFixed(1);
    return `| ${share} | ${(microseconds / PROFILED).toFixed(1)} | ${what} | ${where} |`;
  });
  return ['| self % | µs a request | what | where |', '| ---: | ---: | --- | --- |', ...rows].join('\n');
};
