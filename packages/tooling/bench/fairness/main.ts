import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { setTimeout as pause } from 'node:timers/promises';
import { vehicleNumbered } from '../endpoints.ts';
import { clientsOf } from '../load/clients.ts';
import { requestBytes } from '../load/request-bytes.ts';
import { reportProgress } from '../report/progress.ts';
import { percentile } from '../report/statistics.ts';
import { startSandbox } from '../servers/start-sandbox.ts';
import { FLOODS, type Flood } from './flood.ts';

// Measures how long one company waits for its responses while another company floods the same process over 100
// connections, with the default limits: `npm run bench -- fairness` (docs/measurements.md).
const PROBES = 400;
/** Milliseconds for a flood to build up before it is measured. */
const BUILT_UP = 3_000;

await using open = new AsyncDisposableStack();
reportProgress('starting the sandbox');
const sandbox = await startSandbox({});
open.defer(sandbox.stop);
const { baseUrl, apiKey } = sandbox.place;
const flooding = await sandbox.addCompany('Courtage bruyant');
const clients = clientsOf(baseUrl, 1);
open.defer(clients.close);

let sent = 0;
const ask = (method: 'GET' | 'POST', path: string, body?: object) =>
  clients.ask(requestBytes({ method, path, ...(body && { body }) }, { 'x-api-key': apiKey }));
const register = () => ask('POST', '/vehicle', vehicleNumbered((sent += 1)));
const { id } = JSON.parse((await register()).body.toString()) as { readonly id: string };
const read = () => ask('GET', `/vehicle/${id}`);

/** The milliseconds of each request, one after the other. */
const times = async (request: typeof read, status: number): Promise<readonly number[]> => {
  const taken: number[] = [];
  for (let n = 0; n < PROBES; n += 1) {
    const begun = performance.now();
    const answer = await request();
    taken.push(performance.now() - begun);
    if (answer.status !== status) throw new Error(`the quiet company got ${answer.status}`);
    await pause(5);
  }
  return taken;
};
const probe = async () => ({ read: await times(read, 200), write: await times(register, 201) });

const beside = async (kind: Flood) => {
  const flood = fork(fileURLToPath(new URL('flood.ts', import.meta.url)), [
    ...['--kind', kind, '--url', baseUrl, '--key', flooding],
  ]);
  await once(flood, 'message');
  await pause(BUILT_UP);
  const measured = await probe();
  flood.kill('SIGKILL');
  await once(flood, 'exit');
  return measured;
};

await probe();
const rows: string[] = [];
for (const kind of FLOODS) {
  reportProgress(kind);
  const alone = await probe();
  const busy = await beside(kind);
  for (const what of ['read', 'write'] as const) {
    const cells = [0.5, 0.99].flatMap((part) => {
      const [before, after] = [percentile(alone[what], part), percentile(busy[what], part)];
      return [before.toFixed(1), after.toFixed(1), (after / before).toFixed(1)];
    });
    rows.push(`| ${[kind, what, ...cells].join(' | ')} |`);
  }
}
console.log(
  [
    '| flood | other company’s | median alone (ms) | beside | ÷ | p99 alone (ms) | beside | ÷ |',
    '| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...rows,
  ].join('\n'),
);
