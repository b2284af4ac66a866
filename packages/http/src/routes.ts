import type { Route } from './route.ts';
import { contractRoutes } from './routes/contracts.ts';
import { coverageRoutes } from './routes/coverages.ts';
import { quoteRoutes } from './routes/quotes.ts';
import { vehicleRoutes } from './routes/vehicles.ts';

/** Where the API lives; the version is part of it. */
export const API_PATH = '/api/v1.0';

/** Every endpoint of the API, in the order of the document. */
export const ROUTES: readonly Route[] = [...vehicleRoutes, ...coverageRoutes, ...quoteRoutes, ...contractRoutes];
