import type { Company } from '../../domain/company/company.ts';
import { nameKeys, wordsOf } from '../../domain/quote/search-keys.ts';
import type { ContractDetails } from '../../ports/contracts.ts';
import type { QuoteFound, VehicleFound } from '../../ports/look-ups.ts';
import type { PaymentDetails } from '../../ports/payments.ts';
import type { Store } from '../../ports/store.ts';
import { listCompanies } from '../company/find-company.ts';
import { readPartialTerms } from './look-up.ts';

/** Matches of one kind, the best first. */
export interface Group<Match> {
  readonly matches: readonly Match[];
  /** The number of further matches, which only a narrower search shows. */
  readonly more: number;
  /** Whether there may be more matches than were counted. */
  readonly isUncounted: boolean;
}

/** The result of a search, by kind of object. */
export interface SearchResult {
  /**
   * The policyholders of each company, each with the best matching quote. Of equal matches, the latest quote is shown.
   */
  readonly clients: Group<QuoteFound>;
  readonly contracts: Group<ContractDetails>;
  readonly payments: Group<PaymentDetails>;
  readonly vehicles: Group<VehicleFound>;
  readonly companies: Group<Company>;
}

/** For each kind of object, the maximum numbers of matches that are listed and counted. */
const LISTED = 10;
const COUNTED = 50;

/** Searches all companies for a text; finds nothing for an empty text. */
export const search =
  (store: Pick<Store, 'lookUps' | 'paymentQueries' | 'contractQueries' | 'unitOfWork'>) =>
  async (typed: string): Promise<SearchResult> => {
    if (typed.trim() === '') return NOTHING;
    const [found, companies] = await Promise.all([
      store.lookUps.search(readPartialTerms(typed), COUNTED + 1),
      listCompanies(store)(),
    ]);
    const [payments, contracts] = await Promise.all([
      store.paymentQueries.list({ ids: found.paymentIds.slice(0, LISTED) }, LISTED),
      store.contractQueries.list({ ids: found.contractIds.slice(0, LISTED) }, LISTED),
    ]);
    const paymentOf = new Map(payments.map((details) => [details.payment.id, details]));
    const contractOf = new Map(contracts.map((details) => [details.contract.id, details]));
    return {
      clients: { ...group(clientsOf(found.quotes)), isUncounted: found.quotes.length > COUNTED },
      contracts: mapped(group(found.contractIds), (id) => contractOf.get(id)),
      payments: mapped(group(found.paymentIds), (id) => paymentOf.get(id)),
      vehicles: group(found.vehicles),
      companies: group(companiesNamed(companies, typed)),
    };
  };

const group = <Match>(all: readonly Match[]): Group<Match> => ({
  matches: all.slice(0, LISTED),
  more: Math.max(0, Math.min(all.length, COUNTED) - LISTED),
  isUncounted: all.length > COUNTED,
});

const NONE = group<never>([]);
const NOTHING: SearchResult = { clients: NONE, contracts: NONE, payments: NONE, vehicles: NONE, companies: NONE };

const mapped = <Match>({ matches, ...rest }: Group<string>, find: (id: string) => Match | undefined): Group<Match> => ({
  ...rest,
  matches: matches.map(find).filter((each) => each !== undefined),
});

/** One quote for each policyholder. Company, phone and name identify a policyholder. */
const clientsOf = (quotes: readonly QuoteFound[]): readonly QuoteFound[] => {
  const clients = new Map<string, QuoteFound>();
  for (const quote of quotes) {
    const { companyId, policyholder } = quote;
    const client = [companyId, policyholder.phone, ...wordsOf(policyholder.name)].join(' ');
    if (!clients.has(client)) clients.set(client, quote);
  }
  return [...clients.values()];
};

/** The companies that have this id, or whose name matches: every word of the text must begin a word of the name. */
const companiesNamed = (companies: readonly Company[], typed: string): readonly Company[] => {
  const words = wordsOf(typed);
  return companies.filter(({ id, name }) => {
    const keys = nameKeys(name);
    return id === typed.trim() || (words.length > 0 && words.every((word) => keys.some((key) => key.startsWith(word))));
  });
};
