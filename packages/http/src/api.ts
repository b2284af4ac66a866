import Router from '@koa/router';
import type { Authenticate, Incidents, LinkedDocuments } from '@vehicle-insurance/core';
import Koa from 'koa';
import { answerErrors } from './middleware/answer-errors.ts';
import { authenticateCaller } from './middleware/authenticate-caller.ts';
import { identifyRequest } from './middleware/identify-request.ts';
import { limitRate, type RateLimit } from './middleware/limit-rate.ts';
import { logRequests, type RequestLine } from './middleware/log-requests.ts';
import { live, ready, type Readiness } from './open/health.ts';
import { openLinkedDocument } from './open/linked-document.ts';
import { takeNotice, type Notifications } from './open/notifications.ts';
import { referenceAsset, referencePage } from './open/reference.ts';
import { moveClock, readClock, type SandboxClock } from './open/sandbox-clock.ts';
import { openApiDocument } from './openapi/document.ts';
import { API_PATH, ROUTES } from './routes.ts';
import { serveRoute } from './serve-route.ts';
import type { RequestState } from './state.ts';
import type { UseCases } from './use-cases.ts';

/** All that the API needs of the rest of the service. */
export interface ApiNeeds {
  readonly useCases: UseCases;
  readonly authenticate: Authenticate;
  readonly notifications: Notifications;
  readonly readiness: Readiness;
  readonly incidents: Incidents;
  /** Absent where the store makes links that do not lead here. */
  readonly linkedDocuments?: LinkedDocuments | undefined;
  /** Only in the sandbox. */
  readonly sandboxClock?: SandboxClock | undefined;
  /** Absent: no limit. */
  readonly rateLimit?: RateLimit | undefined;
  readonly logRequest?: ((line: RequestLine) => void) | undefined;
}

/** The business API with everything around it, ready to be listened to. */
export const api = (needs: ApiNeeds): Koa => {
  const app = new Koa<RequestState>();
  app.on('error', reportUnlessHungUp(needs.incidents));
  const open = openRouter(needs);
  const keyed = keyedRouter(needs.useCases);

  if (needs.logRequest) app.use(logRequests(needs.logRequest));
  app.use(identifyRequest);
  app.use(answerErrors(needs.incidents));
  app.use(open.routes());
  app.use(open.allowedMethods());
  app.use(authenticateCaller(needs.authenticate, API_PATH));
  if (needs.rateLimit) app.use(limitRate(needs.rateLimit));
  app.use(keyed.routes());
  app.use(keyed.allowedMethods());
  return app;
};

/** What a request runs into is answered further in. What is left here matters only if the caller is still there. */
const reportUnlessHungUp = (incidents: Incidents) => (cause: Error, ctx?: Koa.Context) => {
  if (ctx?.req.socket.destroyed !== true) incidents.report({ what: 'an answer could not be sent', cause });
};

// Paths are matched to the letter: authentication goes by the same letters.
const exact = { sensitive: true, strict: true } as const;

/** What needs no key. */
const openRouter = ({ readiness, notifications, linkedDocuments, sandboxClock }: ApiNeeds): Router<RequestState> => {
  const router = new Router<RequestState>(exact);
  const document = openApiDocument();
  router.get('/health/live', live);
  router.get('/health/ready', ready(readiness));
  router.get('/docs', referencePage);
  router.get('/docs/:name', (ctx) => referenceAsset(ctx, ctx.params['name'] ?? ''));
  router.get(`${API_PATH}/openapi.json`, (ctx) => {
    ctx.body = document;
  });
  router.post('/notifications/:provider', (ctx) => takeNotice(notifications)(ctx, ctx.params['provider'] ?? ''));
  if (linkedDocuments) router.get('/documents/*key', openLinkedDocument(linkedDocuments));
  if (sandboxClock) {
    router.get('/sandbox/clock', readClock(sandboxClock));
    router.post('/sandbox/clock', moveClock(sandboxClock));
  }
  return router;
};

/** The endpoints of the API itself. */
const keyedRouter = (useCases: UseCases): Router<RequestState> => {
  const router = new Router<RequestState>({ ...exact, prefix: API_PATH });
  for (const route of ROUTES) {
    const serve = serveRoute(route, useCases);
    router[route.method](route.path.replace('{id}', ':id'), (ctx) => serve(ctx, ctx.params['id'] ?? ''));
  }
  return router;
};
