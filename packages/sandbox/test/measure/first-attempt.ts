import { setTimeout as pause } from 'node:timers/promises';
import { scriptedServer } from '@vehicle-insurance/testkit';
import { operatorOn } from '../operator/operator-command.ts';
import { journeysOn } from '../operator/operator-journey.ts';
import { eventually, startSandbox } from '../sandbox.ts';

/**
 * Measures the time from the answer to a change, which is just after its commit, to the first attempt at its webhook.
 * Run it by hand: `node packages/sandbox/test/measure/first-attempt.ts [changes]`.
 */
const CHANGES = Number(process.argv[2] ?? 300);

const sandbox = await startSandbox();
const receiver = await scriptedServer();
const cameAt = new Map<string, number>();
receiver.answer((response, { body }) => {
  const { type, data } = JSON.parse(body) as { type: string; data: { vehicleId: string } };
  if (type === 'vehicle.registered') cameAt.set(data.vehicleId, performance.now());
  response.writeHead(204).end();
});
const { id } = await operatorOn(sandbox.dataDir, sandbox.database).json<{ id: string }>(
  'endpoint',
  'add',
  receiver.url,
);
const { register } = journeysOn(sandbox);
const came = async (vehicleId: string) =>
  eventually(
    async () => cameAt.get(vehicleId),
    (at) => at !== undefined,
  );
await came(await register());

const milliseconds: number[] = [];
for (let n = 0; n < CHANGES; n += 1) {
  const vehicleId = await register();
  const answered = performance.now();
  milliseconds.push(Number(await came(vehicleId)) - answered);
  // At another moment of the rounds each time.
  await pause(Math.random() * 200);
}
milliseconds.sort((one, other) => one - other);
const at = (share: number): string => `${Math.round(milliseconds[Math.floor(share * (CHANGES - 1))] ?? 0)} ms`;
console.log(`endpoint ${id}, ${CHANGES} changes: median ${at(0.5)}, p99 ${at(0.99)}, longest ${at(1)}`);
await sandbox.stop();
await receiver.close();
