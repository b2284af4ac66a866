import type { UseCasesNamed } from './route.ts';
import { contractRoutes } from './routes/contracts.ts';
import { coverageRoutes } from './routes/coverages.ts';
import { eventRoutes } from './routes/events.ts';
import { keyRoutes } from './routes/keys.ts';
import { quoteRoutes } from './routes/quotes.ts';
import { vehicleRoutes } from './routes/vehicles.ts';

/** The base path of the API, which includes the version. */
export const API_PATH = '/api/v1.0';

/** Every endpoint of the API, in the order of the OpenAPI document. */
export const ROUTES = [
  ...vehicleRoutes,
  ...coverageRoutes,
  ...quoteRoutes,
  ...contractRoutes,
  ...eventRoutes,
  ...keyRoutes,
] as const;

/** The use cases that the routes declare. */
export type UseCases = UseCasesNamed<(typeof ROUTES)[number]['operationId']>;
