import type { CatalogueDefinition, PricedCoverage } from '../../domain/coverage/catalogue.ts';
import { isSamePremium, priceChange, type NoPrice, type PriceChange } from '../../domain/coverage/compare-premiums.ts';
import { compareNames, type Coverage } from '../../domain/coverage/coverage.ts';
import {
  comparePremium,
  lineAdder,
  premiumAdder,
  type Adder,
  type LineTotals,
  type PremiumTotals,
} from '../../domain/coverage/premium-totals.ts';
import type { Premium } from '../../domain/coverage/premium.ts';
import { price } from '../../domain/coverage/price.ts';
import type { Duration, Usage } from '../../domain/coverage/terms.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import type { PricedQuote } from '../../ports/quotes.ts';
import type { Instant } from '../../shared/calendar.ts';
import { Err, Ok, type Result } from '../../shared/result.ts';
import { listCompanies } from '../company/find-company.ts';

/** The catalogue to simulate, and the past quotes to price with that catalogue. */
export interface SimulateCatalogueCommand {
  readonly definition: CatalogueDefinition;
  /** Quotes created at this time or later. */
  readonly since: Instant;
  /** Quotes created at this time or earlier. */
  readonly until?: Instant | undefined;
  /**
   * Called with each quote of the period once, in order and in batches. The next batch is not priced until the returned
   * promise resolves.
   */
  readonly each?: ((some: readonly PricedAgain[], read: Progress) => Promise<void>) | undefined;
}

/**
 * The number of quotes read so far, and of all quotes. Quotes outside the period count too, although they are skipped.
 */
export interface Progress {
  readonly done: number;
  readonly all: number;
}

/** A past quote with its price under the simulated catalogue. */
export interface PricedAgain {
  readonly quote: PricedQuote;
  readonly after: Premium | null;
  /** Null if there is a price. */
  readonly why: NoPrice | null;
  readonly change: PriceChange;
}

/** The result of pricing past quotes with another catalogue. */
export interface Simulation {
  readonly all: PremiumTotals;
  readonly lines: readonly LineTotals[];
  readonly coverages: readonly (PremiumTotals & { readonly coverage: Pick<Coverage, 'id' | 'name'> })[];
  readonly durations: readonly (PremiumTotals & { readonly duration: Duration })[];
  readonly usages: readonly (PremiumTotals & { readonly usage: Usage })[];
  /**
   * The number of quotes by the version that priced them. `isKept`: whether that version is stored. Without the
   * version, the stored premiums cannot be verified.
   */
  readonly versions: readonly { readonly version: number; readonly quotes: number; readonly isKept: boolean }[];
}

/** Some quotes' own catalogue versions compute premiums that differ from the stored premiums. */
export interface PremiumsNotReproduced {
  readonly code: 'premiums_not_reproduced';
  readonly quotes: number;
  /** The ids of some of these quotes. */
  readonly ids: readonly string[];
}

/**
 * Quotes read by one query. The number is small, so that the garbage collector frees each batch cheaply, while the
 * batch is young.
 */
const BATCH = 200;

/** Maximum number of ids in `PremiumsNotReproduced`; the other quotes are only counted. */
const NAMED = 5;

/**
 * Prices past quotes with another catalogue. Each quote is also priced by its own catalogue version, if that version is
 * stored. This price must equal the stored premium, so that the comparison shows only the effect of the tariffs. Only
 * sums are kept in memory.
 */
export const simulateCatalogue =
  ({ catalogue, quoteQueries, unitOfWork }: Pick<Dependencies, 'catalogue' | 'quoteQueries' | 'unitOfWork'>) =>
  async ({
    definition,
    since,
    until,
    each = async () => undefined,
  }: SimulateCatalogueCommand): Promise<Result<Simulation, PremiumsNotReproduced>> => {
    const companies = await listCompanies({ unitOfWork })();
    const counted = await Promise.all(
      companies.map(async ({ id }) => ({ companyId: id, quotes: await quoteQueries.count(id) })),
    );
    const all = counted.reduce((total, { quotes }) => total + quotes, 0);
    const batches = counted.flatMap(({ companyId, quotes }) =>
      Array.from({ length: Math.ceil(quotes / BATCH) }, (_, n) => ({
        companyId,
        numbers: [n * BATCH + 1, Math.min((n + 1) * BATCH, quotes)] as const,
      })),
    );

    const simulated = priceByCoverage(definition);
    const kept = keptVersions(catalogue);
    const totals = simulationAdder();
    const differing = { quotes: 0, ids: [] as string[] };
    const read = ahead(batches, ({ companyId, numbers }) => quoteQueries.priced(companyId, { numbers, since, until }));
    let done = 0;
    for await (const { batch, quotes } of read) {
      const versions = await kept(quotes);
      const some = quotes.map((quote) => {
        const own = versions.get(quote.catalogueVersion);
        if (own && !reproduces(own, quote)) {
          differing.quotes += 1;
          if (differing.ids.length < NAMED) differing.ids.push(quote.id);
        }
        const again = priceAgain(simulated, quote);
        totals.add(again, own !== undefined);
        return again;
      });
      done += batch.numbers[1] - batch.numbers[0] + 1;
      await each(some, { done, all });
    }
    return differing.quotes > 0 ? Err({ code: 'premiums_not_reproduced', ...differing }) : Ok(totals.simulation());
  };

type PriceOf = (quote: PricedQuote) => Result<Premium, { readonly reason: NoPrice }>;

const priceByCoverage = ({ coverages }: CatalogueDefinition): PriceOf => {
  const byId = new Map<string, PricedCoverage>(coverages.map((each) => [each.coverage.id, each]));
  return ({ coverage, facts }) => {
    const found = byId.get(coverage.id);
    return found ? price(found.coverage, found.tariff, facts) : Err({ reason: 'not_offered' });
  };
};

const priceAgain = (simulated: PriceOf, quote: PricedQuote): PricedAgain => {
  const priced = simulated(quote);
  const before = quote.premium.amount;
  if (priced.isErr()) {
    const why = priced.error.reason;
    return { quote, after: null, why, change: priceChange(before, why) };
  }
  return { quote, after: priced.value, why: null, change: priceChange(before, priced.value.amount) };
};

const reproduces = (own: PriceOf, quote: PricedQuote): boolean => {
  const priced = own(quote);
  return priced.isOk() && isSamePremium(priced.value, quote.premium);
};

/** The catalogue versions by number, each read once; undefined if a version is not stored. */
const keptVersions = (catalogue: Dependencies['catalogue']) => {
  const known = new Map<number, PriceOf | undefined>();
  return async (quotes: readonly PricedQuote[]): Promise<typeof known> => {
    for (const { catalogueVersion } of quotes) {
      if (known.has(catalogueVersion)) continue;
      const kept = await catalogue.version(catalogueVersion);
      known.set(catalogueVersion, kept && priceByCoverage(kept));
    }
    return known;
  };
};

/** Reads the next batch while the current batch is processed. */
const ahead = async function* <Batch, Read>(batches: readonly Batch[], read: (batch: Batch) => Promise<Read>) {
  let next: Promise<Read> | undefined;
  for (const [index, batch] of batches.entries()) {
    const quotes = await (next ?? read(batch));
    const following = batches[index + 1];
    next = following && read(following);
    // If processing fails, the next batch is never awaited, so its rejection must be handled here.
    next?.catch(() => undefined);
    yield { batch, quotes };
  }
};

const simulationAdder = () => {
  const [all, lines] = [premiumAdder(), lineAdder()];
  const coverages = adders(
    (quote) => quote.coverage.id,
    ({ coverage }) => ({ coverage }),
  );
  const durations = adders(
    ({ facts }) => facts.duration,
    ({ facts: { duration } }) => ({ duration }),
  );
  const usages = adders(
    ({ facts }) => facts.usage,
    ({ facts: { usage } }) => ({ usage }),
  );
  const versions = new Map<number, { version: number; quotes: number; isKept: boolean }>();
  return {
    add: ({ quote, after, change }: PricedAgain, isKept: boolean): void => {
      const compared = comparePremium(quote.premium, after, change);
      for (const adder of [all, lines, coverages.of(quote), durations.of(quote), usages.of(quote)]) adder.add(compared);
      const version = quote.catalogueVersion;
      const known = versions.get(version) ?? { version, quotes: 0, isKept };
      known.quotes += 1;
      versions.set(version, known);
    },
    simulation: (): Simulation => ({
      all: all.totals(),
      lines: lines.totals(),
      coverages: coverages.totals().sort((a, b) => compareNames(a.coverage, b.coverage)),
      durations: durations.totals().sort((a, b) => a.duration - b.duration),
      usages: usages.totals().sort((a, b) => a.usage.localeCompare(b.usage)),
      versions: [...versions.values()].sort((a, b) => a.version - b.version),
    }),
  };
};

const adders = <Group extends object>(
  keyOf: (quote: PricedQuote) => string | number,
  groupOf: (quote: PricedQuote) => Group,
) => {
  const known = new Map<string | number, { readonly group: Group; readonly adder: Adder<PremiumTotals> }>();
  return {
    of: (quote: PricedQuote): Adder<PremiumTotals> => {
      const found = known.get(keyOf(quote)) ?? { group: groupOf(quote), adder: premiumAdder() };
      known.set(keyOf(quote), found);
      return found.adder;
    },
    totals: () => [...known.values()].map(({ group, adder }) => ({ ...adder.totals(), ...group })),
  };
};
