import { monitorEventLoopDelay } from 'node:perf_hooks';
import { startSandbox } from '../sandbox.ts';

/** A sandbox in a process of its own, which says how long its event loop was held up since it was last asked. */
const sandbox = await startSandbox();
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();

process.on('message', (message) => {
  if (message === 'stop') return void sandbox.stop().then(() => process.exit());
  process.send?.(delay.max / 1e6);
  delay.reset();
});
process.send?.({ url: sandbox.service.url, apiKey: sandbox.service.sandbox?.apiKey });
