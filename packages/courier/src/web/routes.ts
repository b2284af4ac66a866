import type { InsuranceClient } from '@vehicle-insurance/client';
import type { Configuration } from '../configuration.ts';
import { companyOf, newEndpoint, rotateSecrets, sendTest } from '../endpoint-rules.ts';
import { FAULTS } from '../faults.ts';
import { eventAt } from '../journal.ts';
import type { EndpointChange } from '../store/endpoints.ts';
import type { Store } from '../store/open-store.ts';
import type { Delivery, Endpoint } from '../store/tables.ts';
import { deliveryIn } from '../webhook.ts';
import { askApi, type Caller } from './caller.ts';
import { endpointFields } from './fields.ts';
import { invalidField, Refusal } from './refusal.ts';

/** The dependencies of the webhooks API. */
export interface WebhooksDependencies {
  readonly store: Store;
  readonly configuration: Pick<Configuration, 'guard' | 'keys' | 'clientOf' | 'clientWith'>;
}

/** A company's request, after its body was read. */
interface Request {
  readonly caller: Caller;
  /** The ids in the path; empty if the path contains none. */
  readonly id: string;
  readonly delivery: string;
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
}

interface Answer {
  readonly status: number;
  readonly body?: object;
}

/** One operation of the webhooks API. Its path is as in the OpenAPI document. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly answer: (request: Request) => Promise<Answer>;
}

/** A company that has this many endpoints cannot create another. */
const MAX_ENDPOINTS = 20;

/**
 * The maximum number of test events of a company per minute and process. Limited because a test connects to any public
 * address.
 */
const MAX_TESTS = 10;

const STATES: readonly Delivery['state'][] = ['waiting', 'delivered', 'given_up'];

/** All operations. A company reaches only its own endpoints. For another company's endpoint, the API returns 404. */
export const routesOf = ({ store, configuration }: WebhooksDependencies): readonly Route[] => {
  const { guard, keys, clientOf } = configuration;
  const mayTest = perMinute(MAX_TESTS);

  const endpointOf = async ({ caller, id }: Pick<Request, 'caller' | 'id'>): Promise<Endpoint> => {
    const found = (await store.endpointsOf(caller.company)).find((each) => each.id === id);
    if (!found) throw new Refusal('endpoint_not_found');
    return found;
  };
  const deliveryOf = async (request: Request): Promise<Delivery> => {
    const { id: endpoint } = await endpointOf(request);
    const known = deliveryIn(request.delivery);
    const found = known?.endpoint === endpoint ? await store.delivery(known) : undefined;
    if (!found) throw new Refusal('delivery_not_found');
    return found;
  };
  const change = async (request: Request, read: Endpoint, to: EndpointChange, isSwitchedOn = false) => {
    const isChanged =
      (Object.keys(to).length === 0 || (await store.changeEndpoint(read, to))) &&
      (!isSwitchedOn || (await store.switchOn(await endpointOf(request))));
    if (!isChanged) throw new Refusal('endpoint_changed');
    return endpointOf(request);
  };
  /** The company's feed. If the company has no feed, the name of its new feed: the reference of the company's key. */
  const feedOf = async ({ company }: Caller): Promise<string> => {
    const feed = (await store.feeds()).find((each) => each.company === company)?.name;
    if (feed !== undefined) return feed;
    for (const reference of keys) if ((await companyAt(reference, clientOf)) === company) return reference;
    throw new Refusal('not_set_up');
  };

  return [
    {
      method: 'GET',
      path: '/endpoint',
      answer: async ({ caller }) => ok({ data: (await store.endpointsOf(caller.company)).map(endpointView) }),
    },
    {
      method: 'POST',
      path: '/endpoint',
      answer: async ({ caller, body }) => {
        if (body['url'] === undefined) throw invalidField('url', FAULTS.required);
        const {
          newest,
          address = '',
          types = null,
          description = null,
        } = await endpointFields(body, guard, caller.client);
        if ((await store.endpointsOf(caller.company)).length >= MAX_ENDPOINTS) throw new Refusal('too_many_endpoints');
        const { endpoint, secret } = newEndpoint({ feed: await feedOf(caller), address, types, description });
        const last = await askApi(() => eventAt(caller.client, newest));
        await store.addEndpoint(endpoint, newest, last, caller.company);
        const added = await endpointOf({ caller, id: endpoint.id });
        return { status: 201, body: { ...endpointView(added), secret } };
      },
    },
    {
      method: 'GET',
      path: '/endpoint/{id}',
      answer: async (request) => ok(endpointView(await endpointOf(request))),
    },
    {
      method: 'PATCH',
      path: '/endpoint/{id}',
      answer: async (request) => {
        const endpoint = await endpointOf(request);
        const { address, types, description, isOn } = await endpointFields(request.body, guard, request.caller.client);
        const to: EndpointChange = {
          ...(address !== undefined && { address }),
          ...(types !== undefined && { types }),
          ...(description !== undefined && { description }),
          ...(isOn === false && { is_on: false, off_reason: 'by the company' }),
        };
        return ok(endpointView(await change(request, endpoint, to, isOn === true)));
      },
    },
    {
      method: 'DELETE',
      path: '/endpoint/{id}',
      answer: async (request) => {
        await store.removeEndpoint((await endpointOf(request)).id);
        return { status: 204 };
      },
    },
    {
      method: 'POST',
      path: '/endpoint/{id}/rotate',
      answer: async (request) => {
        const { finish = false } = request.body;
        if (typeof finish !== 'boolean') throw invalidField('finish', FAULTS.flag);
        const endpoint = await endpointOf(request);
        const changed = await change(request, endpoint, { secrets: rotateSecrets(endpoint.secrets, finish) });
        return ok({ ...endpointView(changed), secret: changed.secrets[0] });
      },
    },
    {
      method: 'POST',
      path: '/endpoint/{id}/test',
      answer: async (request) => {
        const endpoint = await endpointOf(request);
        if (!mayTest(request.caller.company)) throw new Refusal('rate_limited', undefined, { 'retry-after': '60' });
        const sent = await sendTest(endpoint, guard);
        return ok(
          sent.status === null
            ? { ...sent, answer: null }
            : { status: sent.status, problem: null, answer: sent.answer },
        );
      },
    },
    {
      method: 'GET',
      path: '/endpoint/{id}/delivery',
      answer: async (request) => {
        const given = request.query.get('state');
        const state = STATES.find((each) => each === given);
        if (given !== null && state === undefined) throw invalidField('state', FAULTS.oneOf(STATES));
        const { id } = await endpointOf(request);
        return ok({ data: (await store.deliveries(id, state)).map(deliveryView) });
      },
    },
    {
      method: 'GET',
      path: '/endpoint/{id}/delivery/{delivery}',
      answer: async (request) => {
        const found = await deliveryOf(request);
        return ok({ ...deliveryView(found), body: JSON.parse(found.body) as unknown, history: found.history });
      },
    },
    {
      method: 'POST',
      path: '/endpoint/{id}/delivery/{delivery}/again',
      answer: async (request) => {
        const { endpoint_id: endpoint, position } = await deliveryOf(request);
        await store.again({ endpoint, position });
        return ok({ again: 1 });
      },
    },
    {
      method: 'POST',
      path: '/endpoint/{id}/again',
      answer: async (request) => ok({ again: await store.allAgain((await endpointOf(request)).id) }),
    },
  ];
};

const ok = (body: object): Answer => ({ status: 200, body });

/** The company whose key a reference points to; null if it points to no valid key now. */
const companyAt = async (
  reference: string,
  clientOf: (reference: string) => InsuranceClient,
): Promise<string | null> => {
  try {
    return await companyOf(clientOf(reference));
  } catch {
    return null;
  }
};

/**
 * An endpoint as its company sees it. Secrets are left out: only the responses to creation and rotation contain one.
 */
const endpointView = ({ id, address, types, description, is_on, off_reason, secrets }: Endpoint) => ({
  ...{ id, url: address, types, description, isOn: is_on, offReason: off_reason, secrets: secrets.length },
});

type Listed = Pick<Delivery, 'webhook_id' | 'type' | 'position' | 'state' | 'attempts' | 'due_at' | 'last_result'>;

const deliveryView = ({ webhook_id, type, position, state, attempts, due_at, last_result }: Listed) => ({
  ...{ id: webhook_id, type, position, state, attempts, lastResult: last_result },
  dueAt: state === 'waiting' ? due_at.toISOString() : null,
});

/** Allows `most` calls of a company within a minute after its first call. Each process counts separately, in memory. */
const perMinute = (most: number): ((company: string) => boolean) => {
  const windows = new Map<string, { readonly end: number; count: number }>();
  return (company) => {
    const now = performance.now();
    const open = windows.get(company);
    const window = open && open.end > now ? open : { end: now + 60_000, count: 0 };
    windows.set(company, window);
    window.count += 1;
    return window.count <= most;
  };
};
