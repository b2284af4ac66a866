import type { RequestListener } from 'node:http';
import { api, type ApiDependencies, type RequestLimits } from '@vehicle-insurance/http';
import type { Service } from '../composition/compose.ts';
import { splitList } from '../configuration/split-list.ts';
import type { Variables } from '../configuration/variables.ts';
import type { Observer } from '../observability/observer.ts';
import { healthListener, noSuchRoute } from './health-listener.ts';
import { readiness, storeState, type Scheduling } from './readiness.ts';

export interface Listening {
  readonly service: Service;
  /** Absent if the process does no due work. */
  readonly scheduling: Scheduling | undefined;
  readonly observer: Pick<Required<Observer>, 'request' | 'aroundRequest'>;
  readonly served: Partial<ApiDependencies>;
}

/** The listener that serves the API of this service. */
export const listenerOf = ({ service, scheduling, observer, served }: Listening): RequestListener => {
  const { bound } = service;
  const { configuration, infrastructure, store, errorReporter } = bound;
  const state = storeState(store, errorReporter);
  const app = api({
    useCases: bound,
    authenticate: bound.authenticate,
    respondOnce: bound.respondOnce,
    notifications: { ...addressesOf(bound), receive: bound.receiveNotification },
    readiness: readiness(state, bound.clockWatch, scheduling),
    storeAnswers: async () => (await state()).wrong === undefined,
    linkedDocuments: bound.linkedDocuments,
    proofs: { show: bound.showProof, keys: bound.proofKeys, zone: bound.zone },
    errorReporter,
    clock: bound.uncheckedClock,
    limits: limitsOf(configuration),
    trustedProxies: splitList(configuration.TRUSTED_PROXIES ?? ''),
    origins: configuration.CORS_ORIGINS === undefined ? undefined : splitList(configuration.CORS_ORIGINS),
    overTls: infrastructure.baseUrl.startsWith('https://'),
    logRequest: observer.request,
    ...served,
  });
  const answer = app.callback();
  return (request, response) => void observer.aroundRequest(request, () => answer(request, response));
};

/** The request limits, as configured. */
export const limitsOf = (variables: Variables): RequestLimits => ({
  'company-reads': { requests: variables.RATE_LIMIT, seconds: 1 },
  'company-writes': { requests: variables.RATE_LIMIT_WRITES, seconds: 1 },
  'bad-keys': { requests: variables.RATE_LIMIT_UNAUTHORIZED, seconds: 60 },
  proofs: { requests: variables.RATE_LIMIT_PROOFS, seconds: 60 },
  inProgress: {
    atOnce: variables.RATE_LIMIT_AT_ONCE,
    waiting: variables.RATE_LIMIT_WAITING,
    milliseconds: variables.RATE_LIMIT_WAIT * 1_000,
  },
});

/** The providers whose notifications are accepted, and those that probe the notification URL. */
const addressesOf = ({ mobileMoney }: Pick<Service['bound'], 'mobileMoney'>) => ({
  providers: mobileMoney.map(({ provider }) => provider),
  probedBy: mobileMoney.filter(({ probesAddress }) => probesAddress).map(({ provider }) => provider),
});

/** The listener of a process that only does due work. */
export const workerListener = ({
  store,
  scheduler,
  clockWatch,
  errorReporter,
}: Pick<Service['bound'], 'store' | 'scheduler' | 'clockWatch' | 'errorReporter'>): RequestListener =>
  healthListener(readiness(storeState(store, errorReporter), clockWatch, scheduler), noSuchRoute);
