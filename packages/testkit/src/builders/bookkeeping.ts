import { ABIDJAN, type Bookkeeping, type TimeZone } from '@vehicle-insurance/core';
import { freshIds } from './ids.ts';

/** What a store books with, for a test. */
export const aBookkeeping = (zone: TimeZone = ABIDJAN): Bookkeeping => ({ ids: freshIds(), zone });
