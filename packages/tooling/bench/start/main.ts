import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { fill } from '../data/fill.ts';
import { openDatabase } from '../data/open-database.ts';
import { ENDPOINTS, type Endpoint } from '../endpoints.ts';
import { folderOfRun } from '../folder.ts';
import { clientsOf } from '../load/clients.ts';
import { requestBytes } from '../load/request-bytes.ts';
import { say } from '../report/progress.ts';
import { spreadOf } from '../report/statistics.ts';
import { residentOf } from './resident.ts';
import { startService, type Started } from './start-service.ts';

// What a start of the service costs, and what it holds after many requests, from its sources and as the image has it:
// `npm run bench -- start`. Other programs may be named. Docs: docs/measurements.md.
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

if (process.platform !== 'linux') throw new Error('CPU and memory are read from /proc here: run this on Linux.');

const folder = folderOfRun('start');

await using open = new AsyncDisposableStack();
say('PostgreSQL starts and is filled');
const database = await openDatabase(folder);
open.defer(database.stop);
const data = await fill(database.url);

const start = (program: string): Promise<Started> =>
  startService(program, { databaseUrl: database.url, folder, apiKey: data.apiKey });

/**
 * By turns, so that what else the machine does meets all programs alike. The first of each compiles, and is not
 * counted.
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
      say(`${time} of ${starts} starts of ${program}`);
    }
  for (const { program, wall, cpu } of measured)
    console.log(`${program}: the first answer after ${inWords(wall)} ms, and ${inWords(cpu)} ms of CPU`);
};

const inWords = (values: readonly number[]): string => {
  const { first, median, third } = spreadOf(values);
  return `${median.toFixed(0)} (${first.toFixed(0)}–${third.toFixed(0)})`;
};

/** Clients at the same time, and requests of each endpoint before it is another's turn. */
const [CLIENTS, TURN] = [8, 100];

/** All measured endpoints by turns. */
const measureMemory = async (program: string): Promise<void> => {
  const service = await start(program);
  const clients = clientsOf(service.url, CLIENTS);
  const held = [`${residentOf(service.pid).now} MB at first`];
  const tell = (sent: number): void => {
    const { now } = residentOf(service.pid);
    say(`${program}: ${now} MB after ${sent} requests`);
    if (sent <= 10_000) held.push(`${now} after ${sent} requests`);
  };
  for (let [sent, told] = [0, 0]; sent < requests;) {
    const endpoint = ENDPOINTS[(sent / TURN) % ENDPOINTS.length] as Endpoint;
    const asked = Array.from({ length: TURN }, (_, n) => endpoint.request(data, numbered(sent + n)));
    await clients.ready();
    await clients.askAll(
      asked.map((each) => requestBytes(each, { 'x-api-key': data.apiKey })),
      endpoint.status,
    );
    sent += TURN;
    if (sent - told === 10_000) tell((told = sent));
  }
  const { now, most } = residentOf(service.pid);
  console.log(`${program}: ${[...held, `${now} after ${requests}`, `${most} at most`].join(', ')}`);
  clients.close();
  await service.stop();
};

let runs = 0;
/** A number no other program's run has: vehicles' plates must differ. */
const numbered = (n: number): number => runs * 1_000_000 + n;

if (starts > 0) await measureStarts();
if (requests > 0)
  for (const program of programs) {
    runs += 1;
    await measureMemory(program);
  }
