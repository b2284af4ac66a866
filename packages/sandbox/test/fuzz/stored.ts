import type { OpenApiDocument } from '@vehicle-insurance/http';
import { operationsOf } from '../../../http/test/bad-input/operations.ts';
import type { Violations } from '../../../http/test/bad-input/described.ts';
import { findForbiddenRows } from '../processes/stored-laws.ts';
import type { Writes } from './writes.ts';

const asBody: Readonly<Record<string, string>> = {
  registerVehicle: `select type, licence_plate as "licencePlate", external_id as "externalId", brand, model, year,
    first_road_date::text as "firstRoadDate", original_value::float8 as "carOriginalValue",
    market_value::float8 as "carMarketValue", energy, power::float8 as power, seats as "noSeat" from vehicle`,
  createQuote: `select vehicle_id as "vehicleId", coverage->>'id' as "coverageId", duration, usage,
    policyholder_name as "policyHolderName", coalesce(policyholder_phone, '0') as "policyHolderPhone",
    start_date::text as "startDate" from quote`,
};

/** Rows that must not be stored: the document would not accept them as a request, or they break a rule. */
export const forbiddenRows = async (
  document: OpenApiDocument,
  violated: Violations,
  { rows }: Pick<Writes, 'rows'>,
): Promise<readonly string[]> => {
  const found = [...(await findForbiddenRows(rows))];
  const operations = operationsOf(document);
  for (const [name, sql] of Object.entries(asBody)) {
    const body = operations.find((operation) => operation.name === name)?.body;
    if (!body) throw new Error(`no request of the document is named ${name}`);
    const broken = (await rows<Record<string, unknown>>(sql)).find((row) => violated(body, row).length > 0);
    if (broken)
      found.push(`what ${name} may not take: ${violated(body, broken).join(', ')} of ${JSON.stringify(broken)}`);
  }
  return found;
};
