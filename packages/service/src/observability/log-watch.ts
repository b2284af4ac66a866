import type { Logger } from 'pino';
import type { Watch } from './watch.ts';

/** One line for every request. Probes come every few seconds and say nothing new: they are only told to who wants all. */
export const logWatch = (log: Logger): Watch => ({
  request: (line) => {
    if (line.route?.startsWith('/health/')) log.debug(line, 'request');
    else log.info(line, 'request');
  },
});
