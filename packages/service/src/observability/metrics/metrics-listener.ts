import type { RequestListener } from 'node:http';
import type { MetricsObserver } from './metrics-observer.ts';

const ELSEWHERE = 'This port serves only GET /metrics.\n';

export const metricsListener =
  ({ page, contentType }: Pick<MetricsObserver, 'page' | 'contentType'>): RequestListener =>
  (request, response) => {
    const [path] = (request.url ?? '').split('?', 1);
    if (request.method !== 'GET' || path !== '/metrics') {
      response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' }).end(ELSEWHERE);
      return;
    }
    void page().then(
      (text) => response.writeHead(200, { 'content-type': contentType, 'cache-control': 'no-store' }).end(text),
      () => response.writeHead(500).end(),
    );
  };
