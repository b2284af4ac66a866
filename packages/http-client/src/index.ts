// HTTP requests with limits on time and size, shared by the gateways to outside systems.

export {
  fieldsOf,
  problemOf,
  providerResponse,
  textIn,
  throttlingOf,
  webAddress,
  type HttpResult,
  type Fields,
} from './http-result.ts';
export { breaker, type Breaker, type BreakerOptions } from './breaker.ts';
export { httpClient, type Download, type HttpClient, type HttpClientOptions, type JsonRequest } from './http-client.ts';
