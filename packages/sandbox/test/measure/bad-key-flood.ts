import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/**
 * Measures what a flood of bad keys does to a good caller at the same address: the time its reads take, in turns of two
 * seconds with the flood and without it, so that whatever else the machine does meets both. Run it by hand:
 * `node packages/service/test/measure/bad-key-flood.ts`.
 */
const TURNS = 10;
const TURN = 2_000;

const program = (name: string, ...words: string[]) =>
  fork(fileURLToPath(new URL(name, import.meta.url)), words, { execArgv: [] });
const told = async <Value>(child: ChildProcess): Promise<Value> => ((await once(child, 'message')) as [Value])[0];

const service = program('measured-service.ts');
const { url, apiKey } = await told<{ readonly url: string; readonly apiKey: string }>(service);

const readFor = async (milliseconds: number): Promise<readonly number[]> => {
  const times: number[] = [];
  for (const end = performance.now() + milliseconds; performance.now() < end;) {
    const began = performance.now();
    const answer = await fetch(`${url}/api/v1.0/vehicle`, { headers: { 'x-api-key': apiKey } });
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`the good caller was answered ${answer.status}`);
    times.push(performance.now() - began);
  }
  return times;
};
const at = (times: readonly number[], part: number): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * part)] ?? NaN;

await readFor(TURN);
console.log(
  '| connections of the flood | answered a second | median without (ms) | with (ms) | ratio | p95 without | with |',
);
console.log('| -: | -: | -: | -: | -: | -: | -: |');
for (const connections of [50, 500, 2_000]) {
  const flood = program('flood.ts', url, String(connections));
  await told(flood);
  const answered = async () => {
    flood.send('how many?');
    return told<number>(flood);
  };
  const [without, within]: [number[], number[]] = [[], []];
  let floods = 0;
  for (let turn = 0; turn < TURNS; turn += 1) {
    without.push(...(await readFor(TURN)));
    const before = await answered();
    flood.send('flood');
    within.push(...(await readFor(TURN)));
    floods += (await answered()) - before;
    flood.send('rest');
    await pause(1_000);
  }
  const figures = [
    at(without, 0.5),
    at(within, 0.5),
    at(within, 0.5) / at(without, 0.5),
    at(without, 0.95),
    at(within, 0.95),
  ];
  const perSecond = Math.round((floods * 1_000) / (TURNS * TURN));
  console.log(`| ${[connections, perSecond, ...figures.map((figure) => figure.toFixed(2))].join(' | ')} |`);
  flood.send('stop');
}
service.send('stop');
await once(service, 'exit');
