import { coverageNotFound, type CoverageNotFound } from '../../domain/coverage/coverage.ts';
import { price, type CoverageNotAvailable } from '../../domain/coverage/price.ts';
import { quoteRules, toTerms, type QuoteInput } from '../../domain/quote/quote-terms.ts';
import type { Quote, QuoteAlreadyExists } from '../../domain/quote/quote.ts';
import type { VehicleNotFound } from '../../domain/vehicle/vehicle.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import type { StoredResponse } from '../../ports/idempotency-keys.ts';
import type { QuoteDetails, QuoteQueries } from '../../ports/quotes.ts';
import { dateOf } from '../../shared/calendar.ts';
import { Err, Ok, type Result } from '../../shared/result.ts';
import { anyText, fields, optional, uuid, type InvalidRequest } from '../../shared/rules.ts';

/** The vehicle, the coverage and the caller's terms to price. */
export interface CreateQuoteCommand extends QuoteInput {
  readonly companyId: string;
  readonly vehicleId: string;
  readonly coverageId: string;
  /**
   * The quote's id, a UUID that the caller chose. Idempotent: a repeated id creates no second quote and returns the
   * first quote, even if the tariff or the date has changed.
   */
  readonly id?: string | undefined;
}

export type CreateQuoteError = InvalidRequest | VehicleNotFound | CoverageNotFound | CoverageNotAvailable;
/**
 * Prices a coverage for a vehicle and stores the quote, together with the response that `keep` builds from the quote.
 */
export type CreateQuote = (command: CreateQuoteCommand, keep?: Keep) => Promise<Result<QuoteDetails, CreateQuoteError>>;
type Keep = (quote: QuoteDetails) => StoredResponse;

type CreateQuoteDependencies = Pick<
  Dependencies,
  'quoteQueries' | 'vehicleQueries' | 'catalogue' | 'unitOfWork' | 'clock' | 'ids' | 'zone' | 'quoteHorizon'
>;

/** Creates a quote for one of the company's vehicles (docs/api.md 5.6). The quote keeps its price for ever. */
export const createQuote =
  (dependencies: CreateQuoteDependencies): CreateQuote =>
  async (command, keep) => {
    const made = await newQuote(dependencies, command, keep);
    if (made.isOk()) return made;
    // An earlier request may have created the quote even if this request is refused, for example because the start date
    // has passed since.
    const before = await quoteBefore(dependencies.quoteQueries, command);
    if (before) return Ok(asCreated(before));
    const { error } = made;
    if (error.code === 'quote_already_exists') throw new Error('a quote that already exists was not found');
    return Err(error);
  };

const newQuote = async (
  { vehicleQueries, catalogue, unitOfWork, clock, ids, zone, quoteHorizon }: CreateQuoteDependencies,
  command: CreateQuoteCommand,
  keep?: Keep,
): Promise<Result<QuoteDetails, CreateQuoteError | QuoteAlreadyExists>> => {
  const created = clock.now();
  const checked = fields(command, {
    companyId: anyText,
    vehicleId: anyText,
    coverageId: anyText,
    ...quoteRules({ today: dateOf(created, zone), horizon: quoteHorizon }),
    id: optional(uuid),
  });
  if (checked.isErr()) return checked;
  const { companyId, vehicleId, coverageId, id } = checked.value;
  const terms = toTerms(checked.value);

  const vehicle = await vehicleQueries.find(companyId, vehicleId);
  if (!vehicle) return Err({ code: 'vehicle_not_found' });
  const { version, coverages } = await catalogue.current();
  const priced = coverages.find(({ coverage }) => coverage.id === coverageId);
  if (!priced) return Err(coverageNotFound);

  const { coverage, tariff } = priced;
  const premium = price(coverage, tariff, { vehicle, ...terms });
  if (premium.isErr()) return premium;

  const quote: Quote = {
    ...terms,
    id: id ?? ids.next(),
    companyId,
    vehicleId,
    coverage,
    catalogueVersion: version,
    premium: premium.value,
    created,
  };
  const made = asCreated({ quote, vehicle });
  const added = await unitOfWork.run(({ quotes }) => quotes.add(quote, keep?.(made)));
  return added.map(() => made);
};

/** A quote in the state in which it was created, even if its state has changed since. */
const asCreated = ({ quote, vehicle }: Pick<QuoteDetails, 'quote' | 'vehicle'>): QuoteDetails => ({
  quote,
  vehicle,
  status: 'awaiting_payment',
  contractId: null,
});

/** The quote that an earlier request with the same id created, with its vehicle. */
const quoteBefore = async (quotes: QuoteQueries, command: unknown): Promise<QuoteDetails | undefined> => {
  const named = fields(command, { companyId: anyText, id: optional(uuid) });
  if (named.isErr() || named.value.id === null) return undefined;
  return quotes.find(named.value.companyId, named.value.id);
};
