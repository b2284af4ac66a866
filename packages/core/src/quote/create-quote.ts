import { coverageNotFound, type CoverageNotFound } from '../coverage/coverage.ts';
import type { Catalogue } from '../coverage/ports.ts';
import { price, type CoverageNotAvailable } from '../coverage/price.ts';
import { dateOf, type TimeZone } from '../kernel/calendar.ts';
import type { InvalidRequest } from '../kernel/invalid-request.ts';
import type { Clock, Ids } from '../kernel/ports.ts';
import { Err, Ok, type Result } from '../kernel/result.ts';
import type { UnitOfWork } from '../kernel/unit-of-work.ts';
import type { VehicleViews } from '../vehicle/ports.ts';
import type { VehicleNotFound } from '../vehicle/vehicle.ts';
import type { QuoteView } from './ports.ts';
import { quoteTerms, type QuoteInput } from './quote-terms.ts';
import type { Quote } from './quote.ts';

/** What a price is wanted for: a vehicle, a coverage, and the caller's terms. */
export interface CreateQuoteCommand extends QuoteInput {
  readonly companyId: string;
  readonly vehicleId: string;
  readonly coverageId: string;
}

/** Why there is no quote. */
export type CreateQuoteError = InvalidRequest | VehicleNotFound | CoverageNotFound | CoverageNotAvailable;
/** Prices a coverage for a vehicle, and keeps the price as a quote. */
export type CreateQuote = (command: CreateQuoteCommand) => Promise<Result<QuoteView, CreateQuoteError>>;

interface Needs {
  readonly vehicleViews: VehicleViews;
  readonly catalogue: Catalogue;
  readonly unitOfWork: UnitOfWork;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly zone: TimeZone;
}

/** Prices one of the company's vehicles (api.md, "POST /quote/create") and keeps the price for ever. */
export const createQuote =
  ({ vehicleViews, catalogue, unitOfWork, clock, ids, zone }: Needs): CreateQuote =>
  async ({ companyId, vehicleId, coverageId, ...input }) => {
    const created = clock.now();
    const terms = quoteTerms(input, dateOf(created, zone));
    if (terms.isErr()) return terms;

    const vehicle = await vehicleViews.find(companyId, vehicleId);
    if (!vehicle) return Err({ code: 'vehicle_not_found' });
    const { version, coverages } = await catalogue.current();
    const priced = coverages.find(({ coverage }) => coverage.id === coverageId);
    if (!priced) return Err(coverageNotFound);

    const { coverage, tariff } = priced;
    const premium = price(coverage, tariff, { vehicle, ...terms.value });
    if (premium.isErr()) return premium;

    const quote: Quote = {
      ...terms.value,
      id: ids.next(),
      companyId,
      vehicleId,
      coverage,
      catalogueVersion: version,
      premium: premium.value,
      created,
    };
    await unitOfWork.run(async ({ quotes }) => Ok(await quotes.add(quote)));
    return Ok({ quote, vehicle, status: 'awaiting_payment', contractId: null });
  };
