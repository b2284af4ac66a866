import { itemsPage } from './pages/items.ts';
import { searchPage } from './pages/search.ts';
import { signOut } from './pages/sign-out.ts';
import type { Route } from './web/route.ts';

/** Every address that needs a session. */
export const ROUTES: readonly Route[] = [itemsPage, searchPage, signOut];
