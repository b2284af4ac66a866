import type { Logger } from 'pino';
import type { Observer } from './observer.ts';

/**
 * One line for every request. Probes come every few seconds and say nothing new, so they are logged at `debug` only.
 */
export const logObserver = (log: Logger): Observer => ({
  request: (line) => {
    if (line.route?.startsWith('/health/')) log.debug(line, 'request');
    else log.info(line, 'request');
  },
});
