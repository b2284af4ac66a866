import { contractList } from './lists/contract-list.ts';
import { listRoutes } from './lists/list.ts';
import { paymentList } from './lists/payment-list.ts';
import { quoteList } from './lists/quote-list.ts';
import { renewalList } from './lists/renewal-list.ts';
import { vehicleList } from './lists/vehicle-list.ts';
import { act, actForm } from './pages/act.ts';
import { ledgerFile, ledgerPage, openAmountsPage } from './pages/ledger.ts';
import { booksPage, trialBalancePage } from './pages/books.ts';
import { bordereauFile, bordereauxPage } from './pages/bordereaux.ts';
import { cataloguePage } from './pages/catalogue.ts';
import { clientPage, registrationFile, vehiclePage } from './pages/client.ts';
import { companiesPage, companyPage } from './pages/companies.ts';
import { contractPage } from './pages/contract.ts';
import { figuresFile, figuresPage } from './pages/figures.ts';
import { healthPage } from './pages/health.ts';
import { itemsPage } from './pages/items.ts';
import { paperFile } from './pages/papers.ts';
import { paymentPage } from './pages/payment.ts';
import { confirmProposal, proposalsPage, withdrawProposal } from './pages/proposals.ts';
import { searchPage } from './pages/search.ts';
import { sessionsPage } from './pages/sessions.ts';
import { setUpPage } from './pages/set-up.ts';
import { signOut } from './pages/sign-out.ts';
import { vouchersPage } from './pages/vouchers.ts';
import { statementDayPage, statementPage } from './pages/statement.ts';
import { whatIf, whatIfForm } from './pages/what-if.ts';
import type { Route } from './web/route.ts';

/** All routes that require a session. */
export const ROUTES: readonly Route[] = [
  itemsPage,
  searchPage,
  ...listRoutes(contractList),
  ...listRoutes(renewalList),
  ...listRoutes(quoteList),
  ...listRoutes(paymentList),
  ...listRoutes(vehicleList),
  clientPage,
  vehiclePage,
  registrationFile,
  paymentPage,
  contractPage,
  paperFile,
  actForm,
  act,
  proposalsPage,
  confirmProposal,
  withdrawProposal,
  statementPage,
  statementDayPage,
  booksPage,
  ledgerPage,
  ledgerFile,
  openAmountsPage,
  vouchersPage,
  trialBalancePage,
  bordereauxPage,
  bordereauFile,
  companiesPage,
  companyPage,
  setUpPage,
  healthPage,
  cataloguePage,
  whatIfForm,
  whatIf,
  figuresPage,
  figuresFile,
  sessionsPage,
  signOut,
];
