import { setTimeout as pause } from 'node:timers/promises';
import { journeysOn } from '../operator/operator-journey.ts';
import { serviceWithSilentWave } from '../outages/silent-wave.ts';

/**
 * Measures what a provider that never answers does to the payments of the other one: the time from the payer's
 * confirmation to the contract, with so many payments waiting for the silent one. Run it by hand:
 * `node packages/service/test/measure/silent-provider.ts [payments at the silent provider]`.
 */
const waiting = Number(process.argv[2] ?? 500);
const TIMES = 5;

const { sandbox, wave, addWaitingPayments, stop } = await serviceWithSilentWave();
const { quote, pay, contract } = journeysOn(sandbox);
await contract('0700001234');
await addWaitingPayments(waiting);
while (waiting > 0 && wave.asked.length === 0) await pause(50);

/** So that the calls that hang are met in every stage: all under way, timed out, and again under way. */
const BETWEEN = 6_000;

const seconds: number[] = [];
for (let n = 0; n < TIMES; n += 1) {
  const quoteId = await quote('0700001234');
  const { paymentUrl } = (await pay(quoteId)).body;
  const confirmed = performance.now();
  await fetch(`${paymentUrl}/confirm`, { method: 'POST' });
  for (;;) {
    const { body } = await sandbox.call<{ contractId: string | null }>('GET', `/quote/${quoteId}/status`);
    if (body.contractId !== null) break;
    await pause(20);
  }
  seconds.push((performance.now() - confirmed) / 1_000);
  // Once is enough where it takes minutes.
  if ((seconds.at(-1) ?? 0) > 60) break;
  await pause(BETWEEN);
}
const [fastest = 0, slowest = 0] = [Math.min(...seconds), Math.max(...seconds)];
console.log(`${waiting} waiting, ${wave.asked.length} asked: ${fastest.toFixed(2)} s to ${slowest.toFixed(2)} s`);
await stop();
