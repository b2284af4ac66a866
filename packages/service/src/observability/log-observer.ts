import { withoutPersons } from '@vehicle-insurance/core';
import type { RequestLine } from '@vehicle-insurance/http';
import type { Logger } from 'pino';
import type { Observer } from './observer.ts';

/** Logs one line for every request. Health probes are frequent, so they are logged only at `debug`. */
export const logObserver = (log: Logger): Observer => {
  const requests = log.child({}, { formatters: { log: pickLogged }, serializers: { msg: String } });
  return {
    request: (line) => {
      if (line.route?.startsWith('/health/')) requests.debug(line, 'request');
      else requests.info(line, 'request');
    },
  };
};

/** The form of our own ids. A caller's request id of this form identifies no person. */
const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;

/**
 * Logs only these fields, so that the line need not be searched for personal data. The search would cost more than the
 * rest of logging. Only the request id can be the caller's own text.
 */
const pickLogged = (line: object): Record<string, unknown> => {
  const { requestId, method, route, operation, companyId, keyId, status, milliseconds } = line as RequestLine;
  return {
    requestId: UUID.test(requestId) ? requestId : withoutPersons(requestId),
    method,
    route,
    operation,
    companyId,
    keyId,
    status,
    milliseconds,
  };
};
