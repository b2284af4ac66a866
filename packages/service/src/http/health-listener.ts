import type { RequestListener, ServerResponse } from 'node:http';
import type { Readiness } from '@vehicle-insurance/http';

const RETRY_AFTER_SECONDS = '1';

/**
 * Answers health probes and passes all other requests to `elsewhere`. The liveness probe always gets 200. The readiness
 * probe gets the result of `readiness`.
 */
export const healthListener =
  (readiness: Readiness, elsewhere: (response: ServerResponse) => void): RequestListener =>
  (request, response) => {
    const [path] = (request.url ?? '').split('?', 1);
    const asks = request.method === 'GET' || request.method === 'HEAD';
    if (asks && path === '/health/live') return answerJson(response, 200, { status: 'live' });
    if (!asks || path !== '/health/ready') return elsewhere(response);
    void readiness().then(({ ready, reason }) =>
      answerJson(response, ready ? 200 : 503, { status: ready ? 'ready' : 'not_ready', ...(reason && { reason }) }),
    );
  };

/** For a process that only does due work. */
export const noSuchRoute = (response: ServerResponse): void =>
  answerJson(response, 404, {
    code: 'not_found',
    message: 'This process only does due work. Send the request to a process that serves the API.',
  });

/** For a process that cannot serve requests yet. */
export const notReady = (response: ServerResponse): void =>
  answerJson(response, 503, {
    code: 'service_unavailable',
    message: 'The service is starting. Try again in a moment.',
  });

const answerJson = (response: ServerResponse, status: number, body: object): void => {
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    ...(status === 503 && { 'retry-after': RETRY_AFTER_SECONDS }),
  });
  response.end(JSON.stringify(body));
};
