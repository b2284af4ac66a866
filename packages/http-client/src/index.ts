// What gateways to outside systems share: HTTP requests bounded in time and size.

export {
  fieldsOf,
  problemOf,
  providerResponse,
  textIn,
  throttlingOf,
  webAddress,
  type Answer,
  type Fields,
} from './answer.ts';
export { breaker, type Breaker, type BreakerOptions } from './breaker.ts';
export { httpClient, type Download, type HttpClient, type HttpClientOptions, type JsonRequest } from './http-client.ts';
