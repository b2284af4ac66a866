import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { fill } from '../data/fill.ts';
import { openDatabase } from '../data/open-database.ts';
import { ENDPOINTS, type Endpoint } from '../endpoints.ts';
import { folderOfRun } from '../folder.ts';
import { clientsOf } from '../load/clients.ts';
import { requestBytes } from '../load/request-bytes.ts';
import { reportProgress } from '../report/progress.ts';
import { spreadOf } from '../report/statistics.ts';
import { residentOf } from './resident.ts';
import { startService, type Started } from './start-service.ts';

// Measures a start of the service and its memory after many requests, from its sources and as in the image:
// `npm run bench -- start`. The arguments may name other programs (docs/measurements.md).
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    requests: { type: 'string', default: '100000' },
    starts: { type: 'string', default: '9' },
  },
});
const [requests, starts] = [Number(values.requests), Number(values.starts)];
const usual = ['packages/service/src/main.ts', 'dist/programs/main.js'];
const programs = (positionals.length > 0 ? positionals : usual).map((path) => resolve(path));

if (process.platform !== 'linux') throw new Error('CPU times and memory are read from /proc: run this on Linux.');

const folder = folderOfRun('start');

await using open = new AsyncDisposableStack();
reportProgress('starting and filling PostgreSQL');
const database = await openDatabase(folder);
open.defer(database.stop);
const data = await fill(database.url);

const start = (program: string): Promise<Started> =>
  startService(program, { databaseUrl: database.url, folder, apiKey: data.apiKey });

/**
 * Programs take turns, so that other load on the machine affects them alike. The first start of each compiles, and is
 * not counted.
 */
const measureStarts = async (): Promise<void> => {
  const measured = programs.map((program) => ({ program, wall: [] as number[], cpu: [] as number[] }));
  for (let time = 0; time <= starts; time += 1)
    for (const { program, wall, cpu } of measured) {
      const service = await start(program);
      if (time > 0) {
        wall.push(service.wall);
        cpu.push(service.cpu);
      }
      await service.stop();
      reportProgress(`${time} of ${starts} starts of ${program}`);
    }
  for (const { program, wall, cpu } of measured)
    console.log(`${program}: the first response after ${inWords(wall)} ms, and ${inWords(cpu)} ms of CPU`);
};

const inWords = (values: readonly number[]): string => {
  const { first, median, third } = spreadOf(values);
  return `${median.toFixed(0)} (${first.toFixed(0)}–${third.toFixed(0)})`;
};

/** Concurrent clients, and requests of an endpoint in one turn. */
const [CLIENTS, TURN] = [8, 100];

/** Sends requests to all measured endpoints in turn. */
const measureMemory = async (program: string): Promise<void> => {
  const service = await start(program);
  const clients = clientsOf(service.url, CLIENTS);
  const held = [`${residentOf(service.pid).now} MB at first`];
  const report = (sent: number): void => {
    const { now } = residentOf(service.pid);
    reportProgress(`${program}: ${now} MB after ${sent} requests`);
    if (sent <= 10_000) held.push(`${now} after ${sent} requests`);
  };
  for (let [sent, reported] = [0, 0]; sent < requests;) {
    const endpoint = ENDPOINTS[(sent / TURN) % ENDPOINTS.length] as Endpoint;
    const batch = Array.from({ length: TURN }, (_, n) => endpoint.request(data, numbered(sent + n)));
    await clients.ready();
    await clients.askAll(
      batch.map((each) => requestBytes(each, { 'x-api-key': data.apiKey })),
      endpoint.status,
    );
    sent += TURN;
    if (sent - reported === 10_000) report((reported = sent));
  }
  const { now, most } = residentOf(service.pid);
  console.log(`${program}: ${[...held, `${now} after ${requests}`, `${most} at most`].join(', ')}`);
  clients.close();
  await service.stop();
};

let runs = 0;
/** A number that is unique over all programs, since plates must differ. */
const numbered = (n: number): number => runs * 1_000_000 + n;

if (starts > 0) await measureStarts();
if (requests > 0)
  for (const program of programs) {
    runs += 1;
    await measureMemory(program);
  }
