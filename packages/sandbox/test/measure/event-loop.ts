import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { openWire } from '../../../http/test/bad-input/wire.ts';
import { HEAVY, JSON_HEADERS } from './heavy-requests.ts';

/**
 * Measures for how long one bad request keeps the service from everything else: the longest delay of its event loop
 * while the request is answered. Each is sent several times and the shortest of these counts, for the machine does
 * other things as well. Run it by hand: `node packages/service/test/measure/event-loop.ts`.
 */
const TIMES = 15;

const service = fork(fileURLToPath(new URL('measured-service.ts', import.meta.url)));
const answer = async <Value>(): Promise<Value> => ((await once(service, 'message')) as [Value])[0];
const longestDelay = async (): Promise<number> => {
  service.send('how long?');
  return answer<number>();
};

const { url, apiKey } = await answer<{ readonly url: string; readonly apiKey: string }>();

const send = async (head: string, body: Uint8Array): Promise<number> => {
  const wire = await openWire(url);
  const lines = `host: test\r\nx-api-key: ${apiKey}\r\n${body.length > 0 ? `content-length: ${body.length}\r\n` : ''}`;
  try {
    return (await wire.exchange(Buffer.concat([Buffer.from(`${head}\r\n${lines}\r\n`), body]))).status;
  } finally {
    wire.close();
  }
};

console.log('| request | size | answer | longest delay (ms) |\n| - | -: | -: | -: |');
for (const [what, { head, body }] of Object.entries({ 'nothing but a good one': JSON_HEADERS.good, ...HEAVY })) {
  const delays: number[] = [];
  let status = 0;
  for (let time = 0; time < TIMES; time += 1) {
    await longestDelay();
    status = await send(head, body);
    delays.push(await longestDelay());
  }
  const size = `${Math.ceil((head.length + body.length) / 1024)} KB`;
  console.log(`| ${what} | ${size} | ${status} | ${Math.min(...delays).toFixed(0)} |`);
}
service.send('stop');
await once(service, 'exit');
