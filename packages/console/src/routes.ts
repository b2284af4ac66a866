import { act, actForm } from './pages/act.ts';
import { cataloguePage } from './pages/catalogue.ts';
import { companiesPage, companyPage } from './pages/companies.ts';
import { certificateFile, contractPage, documentFile } from './pages/contract.ts';
import { figuresPage } from './pages/figures.ts';
import { healthPage } from './pages/health.ts';
import { itemsPage } from './pages/items.ts';
import { paymentPage } from './pages/payment.ts';
import { confirmProposal, proposalsPage, withdrawProposal } from './pages/proposals.ts';
import { searchPage } from './pages/search.ts';
import { signOut } from './pages/sign-out.ts';
import type { Route } from './web/route.ts';

/** Every address that needs a session. */
export const ROUTES: readonly Route[] = [
  itemsPage,
  searchPage,
  paymentPage,
  contractPage,
  certificateFile,
  documentFile,
  actForm,
  act,
  proposalsPage,
  confirmProposal,
  withdrawProposal,
  companiesPage,
  companyPage,
  healthPage,
  cataloguePage,
  figuresPage,
  signOut,
];
