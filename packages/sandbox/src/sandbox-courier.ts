import { setTimeout as pause } from 'node:timers/promises';
import type { Courier } from '@vehicle-insurance/courier';
import type { Logger } from 'pino';
import { hasCourierMark } from './courier-environment.ts';

export interface SandboxCourierOptions {
  readonly dataDir: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly log: Logger;
}

/** Milliseconds between two checks whether a courier is needed, and between two attempts to start it. */
const CHECK_EVERY = 500;

/** Runs a courier beside the sandbox as soon as the courier is needed. `stop` waits for deliveries in progress. */
export const sandboxCourier = ({ dataDir, environment, log }: SandboxCourierOptions): Courier => {
  const ending = new AbortController();
  const { signal } = ending;

  const start = async (): Promise<Courier> => {
    const { courierConfiguration, startCourier } = await import('@vehicle-insurance/courier');
    return startCourier({
      ...courierConfiguration(environment),
      report: (what, fields) =>
        what === 'attempt' ? log.info(fields, 'webhook') : log.warn(fields, `courier: ${what}`),
    });
  };
  const wait = async (): Promise<Courier | undefined> => {
    while (!signal.aborted) {
      if (hasCourierMark(dataDir))
        try {
          return await start();
        } catch (error) {
          log.warn({ err: error }, 'the courier cannot be started and is retried');
        }
      await pause(CHECK_EVERY, undefined, { signal }).catch(() => undefined);
    }
    return undefined;
  };

  const running = wait();
  return {
    stop: async () => {
      ending.abort();
      await (await running)?.stop();
    },
  };
};
