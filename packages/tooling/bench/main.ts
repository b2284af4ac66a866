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
import { asked } from './options.ts';
import { profile } from './profile/profile.ts';
import { say } from './report/progress.ts';
import { costsTable, serversTable, variantsTable, type Results } from './report/table.ts';
import { startServers } from './servers/start-servers.ts';

// What a request to the project costs beside a floor: `npm run bench`. Docs: docs/measurements.md.
const { endpoints, amount, profiled, isQuick, ...given } = asked(process.argv.slice(2));

if (process.platform !== 'linux') throw new Error('CPU is read from /proc here: run this on Linux.');

const folder = folderOfRun('bench');

await using open = new AsyncDisposableStack();

say('PostgreSQL is filled');
const database = given.database === undefined ? await openDatabase(folder) : await givenDatabase(given.database);
open.defer(database.stop);
const data = await fill(database.url);
say(
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
    say(`${endpoint.name}: answers are compared`);
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
      if (round % 10 === 0) say(`${endpoint.name}: ${round} of ${amount.rounds} rounds`);
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
  if (isQuick) say('this proves that everything works; for figures, leave out --quick: the servers were hardly warm');
}
