import { ABIDJAN, type Bookkeeping, type TimeZone } from '@vehicle-insurance/core';
import { freshIds } from './ids.ts';

/** The dependencies of a store's bookings, for tests. */
export const aBookkeeping = (zone: TimeZone = ABIDJAN): Bookkeeping => ({ ids: freshIds(), zone });
