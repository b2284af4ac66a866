import type { RequestListener } from 'node:http';
import type { Incidents } from '@vehicle-insurance/core';
import { api, type SandboxClock } from '@vehicle-insurance/http';
import type { Logger } from 'pino';
import type { Adapters } from '../composition/adapters.ts';
import type { Composition } from '../composition/compose.ts';
import { healthListener, noSuchRoute } from './health-listener.ts';
import { readiness, type Scheduling } from './readiness.ts';

export interface Listening {
  readonly composition: Composition;
  readonly adapters: Adapters;
  /** Absent in a process that does no due work. */
  readonly scheduling: Scheduling | undefined;
  readonly incidents: Incidents;
  readonly log: Logger;
  readonly sandboxClock: SandboxClock | undefined;
  /** Of one company, to this process. */
  readonly requestsPerTenSeconds: number;
}

/** The business API over this composition, for the door to answer with. */
export const listenerOf = ({
  composition,
  adapters,
  scheduling,
  incidents,
  log,
  sandboxClock,
  requestsPerTenSeconds,
}: Listening): RequestListener => {
  const get = composition.get.bind(composition);
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
      getQuoteStatus: get('getQuoteStatus'),
      listContracts: get('listContracts'),
      getContract: get('getContract'),
    },
    authenticate: get('authenticate'),
    notifications: { providers: [adapters.mobileMoney.provider], receive: get('receiveNotice') },
    readiness: readiness(adapters.store, scheduling),
    linkedDocuments: adapters.documents,
    incidents,
    sandboxClock,
    rateLimit: { requests: requestsPerTenSeconds, seconds: 10 },
    logRequest: (line) => log.debug(line, 'request'),
  });
  const answer = app.callback();
  return (request, response) => void answer(request, response);
};

/** All that a process which only works has to say. */
export const workerListener = (store: Adapters['store'], scheduling: Scheduling): RequestListener =>
  healthListener(readiness(store, scheduling), noSuchRoute);
