import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';

/** Sends unknown keys over many connections and without a pause, whenever its parent says so. */
const [url = '', connections = '50'] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true, maxSockets: Number(connections) });
let flooding = false;
let answered = 0;

const ask = () =>
  new Promise<void>((resolve) => {
    const headers = { 'x-api-key': `vi_test_${randomBytes(24).toString('base64url')}` };
    request(`${url}/api/v1.0/vehicle`, { agent, headers }, (answer) => {
      answered += 1;
      answer.resume().once('close', resolve);
    })
      .once('error', () => resolve())
      .end();
  });
const askOn = async () => {
  while (flooding) await ask();
};

process.on('message', (message) => {
  if (message === 'stop') process.exit();
  if (message === 'how many?') return void process.send?.(answered);
  flooding = message === 'flood';
  if (flooding) for (let each = 0; each < Number(connections); each += 1) void askOn();
});
process.send?.('ready');
