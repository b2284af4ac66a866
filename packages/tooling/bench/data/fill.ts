import { createHash, randomBytes } from 'node:crypto';
import { sandboxCatalogue } from '@vehicle-insurance/catalogue';
import { price, type LocalDate, type Premium, type PricedCoverage } from '@vehicle-insurance/core';
import pg from 'pg';
import { CAR } from './car.ts';
import { ROWS, type Filled } from './rows.ts';

export interface Data {
  readonly apiKey: string;
  readonly coverageId: string;
  readonly vehicleIds: readonly string[];
  readonly quoteIds: readonly string[];
  readonly contractIds: readonly string[];
  readonly othersVehicleId: string;
}

export const SIZE = { vehicles: 2_000, quotes: 2_000, contracts: 1_000 } as const;

const COMPANIES = ['1', '2'] as const;
const companyId = (company: string): string => `${company}0000000-0000-7000-8000-000000000000`;

/**
 * Fills a migrated database with two companies of the same size, so that finding the rows of the first needs an index.
 */
export const fill = async (url: string): Promise<Data> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { coverage, premium } = await priced(client);
    const filled: Filled = { size: SIZE, coverage: JSON.stringify(coverage), premium: JSON.stringify(premium) };
    for (const company of COMPANIES)
      for (const statement of ROWS) await client.query(statement(companyId(company), filled, premium.amount));
    const apiKey = await addKey(client);
    // The server does this sooner or later. Plans depend on it, and otherwise the first reads would do work left by the
    // writes.
    await client.query('vacuum analyze');
    await client.query('checkpoint');

    const idsOf = async (table: string, company: string): Promise<readonly string[]> =>
      (
        await client.query<{ id: string }>(`select id from ${table} where company_id = $1 order by ordinal`, [company])
      ).rows.map(({ id }) => id);
    const [measured, other] = COMPANIES.map(companyId) as [string, string];
    return {
      apiKey,
      coverageId: coverage.id,
      vehicleIds: await idsOf('vehicle', measured),
      quoteIds: await idsOf('quote', measured),
      contractIds: await idsOf('contract', measured),
      othersVehicleId: (await idsOf('vehicle', other))[0] ?? '',
    };
  } finally {
    await client.end();
  }
};

const priced = async (client: pg.Client): Promise<PricedCoverage & { readonly premium: Premium }> => {
  const catalogue = sandboxCatalogue();
  await client.query(`insert into catalogue values (1, $1, 'bench')`, [JSON.stringify(catalogue)]);
  for (const offered of catalogue.coverages) {
    const startDate = '2026-02-01' as LocalDate;
    const premium = price(offered.coverage, offered.tariff, {
      vehicle: CAR,
      duration: 12,
      usage: 'pleasure',
      startDate,
    });
    if (premium.isOk()) return { ...offered, premium: premium.value };
  }
  throw new Error('no coverage of the catalogue is available for the car');
};

/** The key is random and valid only for this database. */
const addKey = async (client: pg.Client): Promise<string> => {
  const key = `vi_live_${randomBytes(24).toString('base64url')}`;
  const hash = createHash('sha256').update(key).digest('hex');
  await client.query(
    `insert into api_key (id, company_id, environment, prefix, hash, created)
      values ('30000000-0000-7000-8000-000000000000', $1, 'live', $2, $3, now())`,
    [companyId(COMPANIES[0]), key.slice(0, 14), hash],
  );
  return key;
};
