import type { RequestListener } from 'node:http';
import type { Incidents } from '@vehicle-insurance/core';
import { api, type RequestLimits, type SandboxClock } from '@vehicle-insurance/http';
import type { Adapters } from '../composition/adapters.ts';
import type { Composition } from '../composition/compose.ts';
import { listed } from '../configuration/listed.ts';
import type { Variables } from '../configuration/variables.ts';
import type { Watch } from '../observability/watch.ts';
import { healthListener, noSuchRoute } from './health-listener.ts';
import { readiness, type Scheduling } from './readiness.ts';
import { storeState } from './store-state.ts';

export interface Listening {
  readonly composition: Composition;
  readonly adapters: Adapters;
  /** Absent in a process that does no due work. */
  readonly scheduling: Scheduling | undefined;
  readonly incidents: Incidents;
  readonly watch: Pick<Required<Watch>, 'request' | 'aroundRequest'>;
  readonly sandboxClock: SandboxClock | undefined;
  readonly variables: Variables;
  /** Where callers reach the service. */
  readonly baseUrl: string;
}

/** The business API over this composition, for the door to answer with. */
export const listenerOf = ({
  composition,
  adapters,
  scheduling,
  incidents,
  watch,
  sandboxClock,
  variables,
  baseUrl,
}: Listening): RequestListener => {
  const get = composition.get.bind(composition);
  const state = storeState(adapters.store, incidents);
  const app = api({
    useCases: {
      registerVehicle: get('registerVehicle'),
      listVehicles: get('listVehicles'),
      getVehicle: get('getVehicle'),
      changeExternalId: get('changeExternalId'),
      listCoverages: get('listCoverages'),
      createQuote: get('createQuote'),
      listQuotes: get('listQuotes'),
      payQuote: get('payQuote'),
      getQuote: get('getQuote'),
      getQuoteStatus: get('getQuoteStatus'),
      listContracts: get('listContracts'),
      getContract: get('getContract'),
    },
    authenticate: get('authenticate'),
    authenticateSuspect: get('authenticateSuspect'),
    answerOnce: get('answerOnce'),
    notifications: { ...addressesOf(adapters), receive: get('receiveNotice') },
    readiness: readiness(state, scheduling),
    storeAnswers: async () => (await state()).wrong === undefined,
    linkedDocuments: adapters.linkedDocuments,
    incidents,
    sandboxClock,
    clock: get('clock'),
    limits: { ...limitsOf(variables), limiters: adapters.store.requestLimiters },
    trustedProxies: listed(variables.TRUSTED_PROXIES ?? ''),
    origins: variables.CORS_ORIGINS === undefined ? undefined : listed(variables.CORS_ORIGINS),
    overTls: baseUrl.startsWith('https://'),
    logRequest: watch.request,
  });
  const answer = app.callback();
  return (request, response) =>
    void watch.aroundRequest({ method: request.method ?? '' }, () => answer(request, response));
};

/** Ten seconds forgive a burst soon, and a minute is for who keeps trying keys. */
const limitsOf = (variables: Variables): RequestLimits => ({
  'company-reads': { requests: variables.RATE_LIMIT, seconds: 10 },
  'company-writes': { requests: variables.RATE_LIMIT_WRITES, seconds: 10 },
  'key-reads': { requests: variables.RATE_LIMIT_CALLER, seconds: 10 },
  'key-writes': { requests: variables.RATE_LIMIT_CALLER_WRITES, seconds: 10 },
  'bad-keys': { requests: variables.RATE_LIMIT_UNAUTHORIZED, seconds: 60 },
});

/** Whose notifications are taken. */
const addressesOf = ({ mobileMoney, otherMobileMoney }: Adapters) => {
  const reached = [mobileMoney, ...otherMobileMoney];
  const nameOf = ({ provider }: (typeof reached)[number]): string => provider;
  return { providers: reached.map(nameOf), probedBy: reached.filter((one) => one.probesAddress).map(nameOf) };
};

/** All that a process which only works has to say. */
export const workerListener = (
  store: Adapters['store'],
  scheduling: Scheduling,
  incidents: Incidents,
): RequestListener => healthListener(readiness(storeState(store, incidents), scheduling), noSuchRoute);
