import type { UseCasesNamed } from './route.ts';
import { contractRoutes } from './routes/contracts.ts';
import { coverageRoutes } from './routes/coverages.ts';
import { eventRoutes } from './routes/events.ts';
import { quoteRoutes } from './routes/quotes.ts';
import { vehicleRoutes } from './routes/vehicles.ts';

/** Where the API lives; the version is part of it. */
export const API_PATH = '/api/v1.0';

/** Every endpoint of the API, in the order of the document. */
export const ROUTES = [...vehicleRoutes, ...coverageRoutes, ...quoteRoutes, ...contractRoutes, ...eventRoutes] as const;

/** What the API can be asked to do: the use cases its routes declare. */
export type UseCases = UseCasesNamed<(typeof ROUTES)[number]['operationId']>;
