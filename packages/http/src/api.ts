import Router from '@koa/router';
import type { AnswerOnce, Authenticate, Clock, Incidents, LinkedDocuments } from '@vehicle-insurance/core';
import Koa from 'koa';
import { refuse } from './answer.ts';
import { badKeys } from './limits/bad-keys.ts';
import { clientAddress } from './limits/client-address.ts';
import { takesOf, type RequestLimits } from './limits/request-limits.ts';
import type { Take } from './limits/standing.ts';
import { allowOrigins } from './middleware/allow-origins.ts';
import { announceRoute } from './middleware/announce-route.ts';
import { answerErrors } from './middleware/answer-errors.ts';
import { answerUnchanged } from './middleware/answer-unchanged.ts';
import { authenticateCaller, type Authentication } from './middleware/authenticate-caller.ts';
import { compressAnswers } from './middleware/compress-answers.ts';
import { identifyRequest } from './middleware/identify-request.ts';
import { limitRate } from './middleware/limit-rate.ts';
import { logRequests, type RequestLine } from './middleware/log-requests.ts';
import { requireAddress } from './middleware/require-address.ts';
import { requireStore, type StoreAnswers } from './middleware/require-store.ts';
import { secureAnswers } from './middleware/secure-answers.ts';
import { live, ready, type Readiness } from './open/health.ts';
import { openLinkedDocument } from './open/linked-document.ts';
import { takeNotice, type Notifications } from './open/notifications.ts';
import { referenceAsset, referencePage } from './open/reference.ts';
import { moveClock, readClock, type SandboxClock } from './open/sandbox-clock.ts';
import { requireToken } from './open/sandbox-token.ts';
import { publishedDocument } from './openapi/published-document.ts';
import type { Route } from './route.ts';
import { API_PATH, ROUTES } from './routes.ts';
import { serveRoute, type ServingNeeds } from './serve-route.ts';
import type { ApiContext, RequestState } from './state.ts';
import type { UseCases } from './use-cases.ts';

/** All that the API needs of the rest of the service. */
export interface ApiNeeds {
  readonly useCases: UseCases;
  readonly authenticate: Authenticate;
  /** The same for keys from an address that has sent too many bad ones, at a price a flood of them may cost. */
  readonly authenticateSuspect?: Authenticate | undefined;
  /** Does what is asked for under an idempotency key at most once. */
  readonly answerOnce: AnswerOnce;
  readonly notifications: Notifications;
  readonly readiness: Readiness;
  /** Absent: only who needs the store learns that it is away. */
  readonly storeAnswers?: StoreAnswers | undefined;
  readonly incidents: Incidents;
  readonly clock: Clock;
  /** Absent where the store makes links that do not lead here. */
  readonly linkedDocuments?: LinkedDocuments | undefined;
  /** Only in the sandbox. */
  readonly sandboxClock?: SandboxClock | undefined;
  /** Absent: none. */
  readonly limits?: RequestLimits | undefined;
  /** Proxies whose word is taken for where a request comes from: addresses and networks. Absent: nobody's is. */
  readonly trustedProxies?: readonly string[] | undefined;
  /** Origins whose pages may call the API from a browser. Absent: none. */
  readonly origins?: readonly string[] | undefined;
  /** Whether callers reach the API behind TLS. */
  readonly overTls?: boolean | undefined;
  readonly logRequest?: ((line: RequestLine) => void) | undefined;
}

/** The business API with everything around it, ready to be listened to. */
export const api = (needs: ApiNeeds): Koa => {
  const app = new Koa<RequestState>();
  app.on('error', reportUnlessHungUp(needs.incidents));
  const open = openRouter(needs);
  const keyed = keyedRouter(needs);
  const takes = takesOf(needs.limits ?? {});

  if (needs.logRequest) app.use(logRequests(needs.logRequest));
  app.use(secureAnswers({ overTls: needs.overTls ?? false }));
  app.use(identifyRequest);
  app.use(requireAddress);
  if (needs.origins) app.use(allowOrigins(needs.origins, [API_PATH, DOCUMENTS_PATH]));
  app.use(compressAnswers);
  app.use(answerUnchanged([API_PATH, REFERENCE_PATH], (ctx) => routeOf(ctx)?.hasLinks?.(ctx.body) ?? false));
  app.use(announceRoute(routeOf, needs.clock));
  app.use(answerErrors(needs.incidents));
  app.use(open.routes());
  app.use(open.allowedMethods());
  if (needs.storeAnswers) app.use(requireStore(needs.storeAnswers, API_PATH));
  app.use(authenticateCaller(authenticationOf(needs, takes['bad-keys']), API_PATH));
  app.use(limitRate(takes));
  app.use(keyed.routes());
  app.use(keyed.allowedMethods());
  return app;
};

const authenticationOf = (
  { authenticate, authenticateSuspect = authenticate, trustedProxies }: ApiNeeds,
  take: Take | undefined,
): Authentication => ({
  authenticate,
  authenticateSuspect,
  badKeys: take && badKeys(take),
  addressOf: clientAddress(trustedProxies),
});

/** The route a request has been given to, once it has. */
const routeOf = ({ state }: ApiContext): Route | undefined =>
  state.operation === undefined ? undefined : BY_OPERATION.get(state.operation);

const BY_OPERATION: ReadonlyMap<string, Route> = new Map(ROUTES.map((route) => [route.operationId, route]));

/** What a request runs into is answered further in. What is left here matters only if the caller is still there. */
const reportUnlessHungUp = (incidents: Incidents) => (cause: Error, ctx?: Koa.Context) => {
  if (ctx?.req.socket.destroyed !== true) incidents.report({ what: 'an answer could not be sent', cause });
};

/** Where the links of documents lead, and where people read about the API. */
const DOCUMENTS_PATH = '/documents';
const REFERENCE_PATH = '/docs';

// Paths are matched to the letter: authentication goes by the same letters.
const exact = { sensitive: true, strict: true } as const;

/** What needs no key. */
const openRouter = ({
  readiness,
  notifications,
  linkedDocuments,
  sandboxClock,
  clock,
}: ApiNeeds): Router<RequestState> => {
  const router = new Router<RequestState>(exact);
  const document = publishedDocument(clock);
  router.get('/health/live', live);
  router.get('/health/ready', ready(readiness));
  router.get('/', (ctx) => ctx.redirect(REFERENCE_PATH));
  router.get(REFERENCE_PATH, referencePage);
  router.get(`${REFERENCE_PATH}/:name`, (ctx) => referenceAsset(ctx, ctx.params['name'] ?? ''));
  router.get(`${API_PATH}/openapi.json`, (ctx) => {
    ctx.body = document();
  });
  for (const provider of notifications.probedBy ?? [])
    router.get(`/notifications/${provider}`, (ctx) => {
      ctx.body = {};
    });
  router.post('/notifications/:provider', (ctx) => takeNotice(notifications)(ctx, ctx.params['provider'] ?? ''));
  if (linkedDocuments) router.get(`${DOCUMENTS_PATH}/*key`, openLinkedDocument(linkedDocuments));
  if (sandboxClock) {
    const allow = requireToken(sandboxClock.token);
    router.get('/sandbox/clock', allow, readClock(sandboxClock));
    router.post('/sandbox/clock', allow, moveClock(sandboxClock));
  }
  return router;
};

/** The endpoints of the API itself. */
const keyedRouter = (needs: ServingNeeds): Router<RequestState> => {
  const router = new Router<RequestState>({ ...exact, prefix: API_PATH });
  for (const route of ROUTES) {
    const serve = serveRoute(route, needs);
    router[route.method](route.path.replace('{id}', ':id'), (ctx) => serve(ctx, ctx.params['id'] ?? ''));
    if (looksLikeAnId(route)) router.all(route.path, refuseOtherMethods(route));
  }
  return router;
};

/** `/quote/create` is no quote called `create`, whatever the method. */
const looksLikeAnId = ({ path }: Route): boolean =>
  ROUTES.some((other) => other.path === path.replace(/[^/]+$/, '{id}') && other.path !== path);

const refuseOtherMethods =
  ({ method }: Route) =>
  (ctx: ApiContext): void => {
    refuse(ctx, { code: 'method_not_allowed' });
    ctx.set('allow', method.toUpperCase());
  };
