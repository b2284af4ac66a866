import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { cpuOf } from '../accounting/process-cpu.ts';
import { reportProgress } from '../report/progress.ts';
import { spreadOf } from '../report/statistics.ts';
import { startSandbox } from '../servers/start-sandbox.ts';
import { caller, STEPS, type Timings } from './journey.ts';
import { committedOn } from './nodes.ts';

// Measures how many cars a second are insured, from registration to the last document, by one process that is API and
// worker, with its database, providers and callers on the same machine: `npm run bench -- journeys`
// (docs/measurements.md).
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    callers: { type: 'string', default: '60' },
    companies: { type: 'string', default: '1' },
    /** A given database, whose schema is migrated; the transactions of its nodes are reported. */
    database: { type: 'string' },
  },
});
const [seconds, callers] = [Number(values.seconds), Number(values.callers)];
const WARM_UP = 10;

reportProgress('starting the sandbox');
const sandbox = await startSandbox({
  ...{ RATE_LIMIT: '400000', RATE_LIMIT_WRITES: '200000' },
  ...{ RATE_LIMIT_AT_ONCE: '10000', RATE_LIMIT_PAYER: '10000000' },
  ...(values.database !== undefined && { DATABASE_URL: values.database }),
});
await using open = new AsyncDisposableStack();
open.defer(sandbox.stop);
const { place } = sandbox;
const begun = performance.now();
const since = (): number => performance.now() - begun;
const keys = [place.apiKey];
while (keys.length < Number(values.companies))
  keys.push(await sandbox.addCompany(`Courtage ${process.pid} ${keys.length}`));
const companies = await Promise.all(keys.map((apiKey) => caller({ ...place, apiKey }, since)));
const measured: Timings[] = [];
let [plate, isOver] = [0, false];

const insureOneAfterTheOther = async (_: unknown, index: number): Promise<void> => {
  const insure = companies[index % companies.length]!;
  while (!isOver) {
    const startedAt = since();
    const timings = await insure(`J${String((plate += 1)).padStart(6, '0')}`);
    if (startedAt >= WARM_UP * 1_000 && !isOver) measured.push(timings);
  }
};

const working = Array.from({ length: callers }, insureOneAfterTheOther);
await pause(WARM_UP * 1_000);
const committed = values.database === undefined ? undefined : await committedOn(values.database);
const [cpu, from] = [cpuOf(sandbox.pid), since()];
for (let left = seconds; left > 0; left -= 10) {
  await pause(Math.min(left, 10) * 1_000);
  reportProgress(`${measured.length} journeys, ${Math.max(left - 10, 0)} seconds left`);
}
const [used, took] = [(cpuOf(sandbox.pid) - cpu) / 1_000, (since() - from) / 1_000];
const count = measured.length;
const committedThen = values.database === undefined ? undefined : await committedOn(values.database);
isOver = true;
await Promise.all(working);

console.log(`${(count / took).toFixed(1)} journeys a second, ${callers} at once, for ${took.toFixed(0)} seconds`);
console.log(`${(used / count).toFixed(0)} ms of CPU for each in the process of API, worker and providers`);
for (const [node, transactions] of committedThen ?? [])
  console.log(`${((transactions - (committed?.get(node) ?? 0)) / count).toFixed(1)} transactions for each on ${node}`);
for (const step of STEPS) {
  const { first, median, third } = spreadOf(measured.map((timings) => timings[step]));
  console.log(`${step.padEnd(26)} ${median.toFixed(0)} ms (${first.toFixed(0)}–${third.toFixed(0)})`);
}
