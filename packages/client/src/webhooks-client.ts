import { connectTo, type InsuranceClientOptions } from './connection.ts';
import { omitUndefined, signalOf } from './init.ts';
import type { RequestOptions } from './options.ts';
import type { components, paths } from './webhooks-schema.ts';

type Schemas = components['schemas'];

/** A server of yours that receives events as signed webhooks. */
export type WebhookEndpoint = Schemas['Endpoint'];
/** An endpoint with its newest secret, which only the responses to creation and rotation contain. */
export type WebhookEndpointWithSecret = Schemas['EndpointWithSecret'];
/** The fields of a new endpoint. */
export type NewWebhookEndpoint = Schemas['NewEndpoint'];
/** The fields of an endpoint that can change. `isOn: false` pauses the endpoint. */
export type WebhookEndpointChange = Schemas['EndpointChange'];
/** The response of your server to a test event. */
export type WebhookTestResult = Schemas['TestResult'];
/** One event for one endpoint. */
export type WebhookDelivery = Schemas['Delivery'];
/** A delivery with its body and all attempts. */
export type WebhookDeliveryDetails = Schemas['DeliveryDetails'];

/** The courier's URL and your company's API key. */
export type WebhooksClientOptions = Omit<InsuranceClientOptions, 'retries'>;

/**
 * The courier's API, with which a company manages its endpoints. Calls return or throw like those of `InsuranceClient`.
 * Calls are never retried automatically, because the courier has no idempotency keys.
 */
export interface WebhooksClient {
  readonly listEndpoints: (options?: RequestOptions) => Promise<readonly WebhookEndpoint[]>;
  /**
   * Creates an endpoint, which receives all later events of its types. Store the `secret`: reading the endpoint does
   * not return it.
   */
  readonly createEndpoint: (
    endpoint: NewWebhookEndpoint,
    options?: RequestOptions,
  ) => Promise<WebhookEndpointWithSecret>;
  readonly getEndpoint: (id: string, options?: RequestOptions) => Promise<WebhookEndpoint>;
  readonly changeEndpoint: (
    id: string,
    change: WebhookEndpointChange,
    options?: RequestOptions,
  ) => Promise<WebhookEndpoint>;
  /** Deletes the endpoint with its deliveries. */
  readonly deleteEndpoint: (id: string, options?: RequestOptions) => Promise<void>;
  /** Adds a secret. With `finish`, removes all secrets except the newest. */
  readonly rotateSecret: (
    id: string,
    rotation?: Schemas['Rotation'],
    options?: RequestOptions,
  ) => Promise<WebhookEndpointWithSecret>;
  /** Sends a test event now, and returns the response of your server. */
  readonly testEndpoint: (id: string, options?: RequestOptions) => Promise<WebhookTestResult>;
  /** The latest 100 deliveries, in one state or in all. */
  readonly listDeliveries: (
    id: string,
    filter?: { readonly state?: WebhookDelivery['state'] | undefined },
    options?: RequestOptions,
  ) => Promise<readonly WebhookDelivery[]>;
  /** One delivery by its `webhook-id`. */
  readonly getDelivery: (id: string, webhookId: string, options?: RequestOptions) => Promise<WebhookDeliveryDetails>;
  /** Makes one delivery due again, in any state. */
  readonly deliverAgain: (id: string, webhookId: string, options?: RequestOptions) => Promise<void>;
  /** Makes all given-up deliveries due again, and returns their number. */
  readonly deliverAllAgain: (id: string, options?: RequestOptions) => Promise<number>;
}

const WEBHOOKS_PATH = '/webhooks/v1.0';

/** Makes a client of the courier. `baseUrl` is the courier's URL without a path. */
export const webhooksClient = (options: WebhooksClientOptions): WebhooksClient => {
  const { api, data } = connectTo<paths>({ ...options, retries: 0 }, WEBHOOKS_PATH);
  const at = (id: string) => ({ params: { path: { id } } });
  const atDelivery = (id: string, delivery: string) => ({ params: { path: { id, delivery } } });
  return {
    listEndpoints: async (given) => (await data(api.GET('/endpoint', signalOf(given)))).data,
    createEndpoint: (body, given) => data(api.POST('/endpoint', { body, ...signalOf(given) })),
    getEndpoint: (id, given) => data(api.GET('/endpoint/{id}', { ...at(id), ...signalOf(given) })),
    changeEndpoint: (id, body, given) => data(api.PATCH('/endpoint/{id}', { ...at(id), body, ...signalOf(given) })),
    deleteEndpoint: async (id, given) =>
      void (await data(api.DELETE('/endpoint/{id}', { ...at(id), ...signalOf(given) }))),
    rotateSecret: (id, body = {}, given) =>
      data(api.POST('/endpoint/{id}/rotate', { ...at(id), body, ...signalOf(given) })),
    testEndpoint: (id, given) => data(api.POST('/endpoint/{id}/test', { ...at(id), ...signalOf(given) })),
    listDeliveries: async (id, filter = {}, given) => {
      const params = { path: { id }, query: omitUndefined(filter) };
      return (await data(api.GET('/endpoint/{id}/delivery', { params, ...signalOf(given) }))).data;
    },
    getDelivery: (id, webhookId, given) =>
      data(api.GET('/endpoint/{id}/delivery/{delivery}', { ...atDelivery(id, webhookId), ...signalOf(given) })),
    deliverAgain: async (id, webhookId, given) =>
      void (await data(
        api.POST('/endpoint/{id}/delivery/{delivery}/again', { ...atDelivery(id, webhookId), ...signalOf(given) }),
      )),
    deliverAllAgain: async (id, given) =>
      (await data(api.POST('/endpoint/{id}/again', { ...at(id), ...signalOf(given) }))).again,
  };
};
