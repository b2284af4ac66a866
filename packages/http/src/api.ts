import Router from '@koa/router';
import type { RespondOnce, Authenticate, Clock, ErrorReporter, LinkedDocuments } from '@vehicle-insurance/core';
import { KEYS_PATH, VERIFIER_FILES } from '@vehicle-insurance/proofs';
import Koa from 'koa';
import { authenticateCaller } from './callers/authenticate-caller.ts';
import { clientAddress, type ClientAddress } from './callers/client-address.ts';
import { counterOf, limitRate, type RequestLimits } from './callers/rate-limits.ts';
import { turnsOf } from './callers/turns.ts';
import { boundForms } from './input/bound-forms.ts';
import { answerErrors, refuse } from './middleware/answer-errors.ts';
import { allowOrigins, answerUnchanged, compressAnswers, routeHeaders, secureAnswers } from './middleware/answers.ts';
import {
  identifyRequest,
  isUnder,
  logRequests,
  requireAddress,
  requireStore,
  type RequestLine,
  type StoreAnswers,
} from './middleware/requests.ts';
import { serveLiveness, serveReadiness, type Readiness } from './open/health.ts';
import { openLinkedDocument } from './open/linked-document.ts';
import { takeNotification, type Notifications } from './open/notifications.ts';
import { proofKeys, showToken, type Proofs } from './open/proofs.ts';
import { referenceAsset, referencePage, serveDocument } from './open/reference.ts';
import { moveClock, readClock, requireToken, type SandboxClock } from './open/sandbox-clock.ts';
import { publishDocument } from './openapi/document.ts';
import { serveVerifier } from './open/verifier.ts';
import type { Route } from './route.ts';
import { API_PATH, ROUTES, type UseCases } from './routes.ts';
import { inTurn, serveRoute, type ServingDependencies } from './serve-route.ts';
import type { ApiContext, RequestState } from './state.ts';

/** The API's dependencies. */
export interface ApiDependencies {
  readonly useCases: UseCases;
  readonly authenticate: Authenticate;
  /** Processes a request with an idempotency key once, unless the response was a transient failure. */
  readonly respondOnce: RespondOnce;
  readonly notifications: Notifications;
  readonly readiness: Readiness;
  /**
   * Whether the store is available, checked before each request to an endpoint. Absent: no check, so requests that need
   * no store succeed even while the store is unavailable.
   */
  readonly storeAnswers?: StoreAnswers | undefined;
  readonly errorReporter: ErrorReporter;
  readonly clock: Clock;
  /** Absent if document links lead to the document store instead of this API. */
  readonly linkedDocuments?: LinkedDocuments | undefined;
  /** Absent: no routes for checking papers. */
  readonly proofs?: Proofs | undefined;
  /** Present only in the sandbox. */
  readonly sandboxClock?: SandboxClock | undefined;
  /** Absent: no limits. */
  readonly limits?: RequestLimits | undefined;
  /** Addresses and networks of proxies whose X-Forwarded-For is trusted. Absent: none. */
  readonly trustedProxies?: readonly string[] | undefined;
  /** Origins whose pages may call the API from a browser. Absent: none. */
  readonly origins?: readonly string[] | undefined;
  /** Whether callers reach the API over TLS. */
  readonly overTls?: boolean | undefined;
  readonly logRequest?: ((line: RequestLine) => void) | undefined;
}

/** The complete business API as a Koa application, ready to listen. */
export const api = (dependencies: ApiDependencies): Koa => {
  const app = new Koa<RequestState>();
  app.on('error', reportUnlessHungUp(dependencies.errorReporter));
  const { limits = {} } = dependencies;
  const addressOf = clientAddress(dependencies.trustedProxies);
  const open = openRouter(dependencies, limits, addressOf);
  const keyed = keyedRouter({ ...dependencies, turns: limits.inProgress && turnsOf(limits.inProgress) });

  if (dependencies.logRequest) app.use(logRequests(dependencies.logRequest));
  app.use(secureAnswers({ overTls: dependencies.overTls ?? false }));
  app.use(identifyRequest);
  app.use(requireAddress);
  if (dependencies.origins) app.use(allowOrigins(dependencies.origins, [API_PATH, DOCUMENTS_PATH]));
  app.use(compressAnswers);
  app.use(answerUnchanged([API_PATH, REFERENCE_PATH]));
  app.use(routeHeaders(dependencies.clock));
  app.use(answerErrors(dependencies.errorReporter));
  app.use(unlessKeyed(open.routes()));
  app.use(unlessKeyed(open.allowedMethods()));
  if (dependencies.storeAnswers) app.use(requireStore(dependencies.storeAnswers, API_PATH));
  app.use(authenticateCaller({ ...dependencies, addressOf, badKeys: counterOf(limits, 'bad-keys') }, API_PATH));
  app.use(limitRate(limits));
  app.use(keyed.routes());
  app.use(keyed.allowedMethods());
  return app;
};

/**
 * Reports an error outside `answerErrors`, such as a failure to send the response, if the caller is still connected.
 */
const reportUnlessHungUp = (errorReporter: ErrorReporter) => (cause: Error, ctx?: Koa.Context) => {
  if (ctx?.req.socket.destroyed !== true) errorReporter.report({ what: 'a response could not be sent', cause });
};

/** Applies a middleware only to the paths that need no key. */
const unlessKeyed =
  (middleware: (ctx: never, next: Koa.Next) => unknown) =>
  (ctx: Koa.Context, next: Koa.Next): unknown =>
    isUnder(API_PATH, ctx.path) && ctx.path !== DOCUMENT_PATH ? next() : middleware(ctx as never, next);

const DOCUMENT_PATH = `${API_PATH}/openapi.json`;

/**
 * Maximum number of linked documents read at once. By default, Node reads only four files at once, so more would delay
 * the API's requests.
 */
const FILES_AT_ONCE = 4;

const DOCUMENTS_PATH = '/documents';
const REFERENCE_PATH = '/docs';
const VERIFIER_PATH = '/v/';

// Authentication matches paths including case and trailing slash, so the router must do the same.
const exact = { sensitive: true, strict: true } as const;

const openRouter = (
  { readiness, notifications, linkedDocuments, proofs, sandboxClock, clock }: ApiDependencies,
  limits: RequestLimits,
  addressOf: ClientAddress,
): Router<RequestState> => {
  const router = new Router<RequestState>(exact);
  const document = serveDocument(publishDocument(clock));
  router.get('/health/live', serveLiveness);
  router.get('/health/ready', serveReadiness(readiness));
  router.get('/', (ctx) => ctx.redirect(REFERENCE_PATH));
  router.get(REFERENCE_PATH, referencePage);
  router.get(`${REFERENCE_PATH}/:name`, (ctx) => referenceAsset(ctx, ctx.params['name'] ?? ''));
  router.get(DOCUMENT_PATH, document);
  for (const provider of notifications.probedBy ?? [])
    router.get(`/notifications/${provider}`, (ctx) => {
      ctx.body = {};
    });
  router.post('/notifications/:provider', (ctx) => takeNotification(notifications)(ctx, ctx.params['provider'] ?? ''));
  if (linkedDocuments) {
    const turns = limits.inProgress && turnsOf({ ...limits.inProgress, atOnce: FILES_AT_ONCE });
    router.get(
      `${DOCUMENTS_PATH}/*key`,
      inTurn(openLinkedDocument(linkedDocuments), turns, () => 'documents'),
    );
  }
  if (proofs) {
    const show = showToken(proofs, addressOf, counterOf(limits, 'proofs'));
    router.get(KEYS_PATH, proofKeys(proofs.keys));
    // QR codes contain the path in upper case.
    router.get('/V/:token', (ctx) => show(ctx, ctx.params['token'] ?? ''));
    const verifier = serveVerifier(proofs.zone);
    router.get(['/v', '/V', '/V/'], (ctx) => ctx.redirect(VERIFIER_PATH));
    for (const name of VERIFIER_FILES) router.get(`${VERIFIER_PATH}${name}`, verifier(name));
    router.get(`${VERIFIER_PATH}:token`, (ctx) => show(ctx, ctx.params['token'] ?? ''));
  }
  if (sandboxClock) {
    const allow = requireToken(sandboxClock.token);
    router.get('/sandbox/clock', allow, readClock(sandboxClock));
    router.post('/sandbox/clock', allow, ...moveClock(sandboxClock));
  }
  return router;
};

const keyedRouter = (dependencies: ServingDependencies): Router<RequestState> => {
  const router = new Router<RequestState>({ ...exact, prefix: API_PATH });
  const forms = boundForms();
  for (const route of ROUTES) {
    router[route.method](route.path.replace('{id}', ':id'), ...serveRoute(route, dependencies, forms));
    if (looksLikeAnId(route)) router.all(route.path, refuseOtherMethods(route));
  }
  return router;
};

/**
 * Whether another route would match this path as an id. `/quote/create` must never mean the quote with the id `create`,
 * whatever the method.
 */
const looksLikeAnId = ({ path }: Route): boolean =>
  ROUTES.some((other) => other.path === path.replace(/[^/]+$/, '{id}') && other.path !== path);

const refuseOtherMethods =
  ({ method }: Route) =>
  (ctx: ApiContext): void => {
    refuse(ctx, { code: 'method_not_allowed' });
    ctx.set('allow', method.toUpperCase());
  };
