import { postgresCpu } from './accounting/postgres-cpu.ts';
import { followTotals } from './accounting/totals.ts';
import { compareAnswers } from './compare/compare-answers.ts';
import { compareRefusals } from './compare/compare-refusals.ts';
import { fill, SIZE } from './data/fill.ts';
import { givenDatabase, openDatabase } from './data/open-database.ts';
import type { Endpoint } from './endpoints.ts';
import { folderOfRun } from './folder.ts';
import { lanesOn, type Lane } from './lanes.ts';
import { measure, type Measured } from './measure.ts';
import { parseOptions } from './options.ts';
import { profile } from './profile/profile.ts';
import { reportProgress } from './report/progress.ts';
import { costsTable, serversTable, variantsTable, type Results } from './report/table.ts';
import { startServers } from './servers/start-servers.ts';

// Measures the cost of a request to the project compared with a floor: `npm run bench` (docs/measurements.md).
const { endpoints, amount, profiled, isQuick, ...given } = parseOptions(process.argv.slice(2));

if (process.platform !== 'linux') throw new Error('CPU times are read from /proc: run this on Linux.');

const folder = folderOfRun('bench');

await using open = new AsyncDisposableStack();

reportProgress('filling PostgreSQL');
const database = given.database === undefined ? await openDatabase(folder) : await givenDatabase(given.database);
open.defer(database.stop);
const data = await fill(database.url);
reportProgress(
  `two companies, each with ${Object.entries(SIZE)
    .map(([what, count]) => `${count} ${what}`)
    .join(', ')}`,
);

const servers = await startServers(database.url, folder);
open.defer(servers.stop);
const lanes = lanesOn(servers, data);
open.defer(lanes.close);

const compareAll = async (): Promise<void> => {
  for (const endpoint of endpoints) {
    reportProgress(`${endpoint.name}: comparing responses`);
    await compareAnswers(endpoint, lanes.of(endpoint), database.url);
  }
  await compareRefusals(lanes.servers, data);
};

const measureAll = async (lanesFor: (endpoint: Endpoint) => readonly Lane[]): Promise<Results> => {
  const postgres = await postgresCpu(database.url);
  const totals = followTotals(lanes.servers.map(({ server }) => server));
  const results = new Map<string, Measured>();
  for (const endpoint of endpoints) {
    const progress = (round: number): void => {
      if (round % 10 === 0) reportProgress(`${endpoint.name}: ${round} of ${amount.rounds} rounds`);
    };
    results.set(endpoint.name, await measure(endpoint, lanesFor(endpoint), amount, postgres, progress));
  }
  totals.requireAgreement();
  return results;
};

if (profiled) {
  await profile(profiled, lanes.project);
} else if (given.database !== undefined) {
  process.stdout.write(`${costsTable(await measureAll(() => [lanes.project]))}\n`);
} else {
  await compareAll();
  const results = await measureAll(lanes.of);
  process.stdout.write(`${serversTable(results)}\n\n${variantsTable(results)}\n`);
  if (isQuick) reportProgress('everything works; omit --quick for figures, because the servers were not warm');
}
