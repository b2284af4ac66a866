import { createHash } from 'node:crypto';
import { holderKeys, plateKeys, policyKey } from '@vehicle-insurance/core';
import type pg from 'pg';
import { CAR } from '../data/car.ts';

/** Common names come first: 14 holders in a hundred have the first surname. One holder in ten has a rare surname. */
const SURNAMES =
  `Koné Traoré Ouattara Coulibaly Kouassi Konaté Kouamé Bamba Diallo Touré N'Guessan Yao Soro Kouadio Cissé
  Koffi Doumbia Fofana Diarra Konan Bakayoko Sanogo Camara Silué Diomandé Ouédraogo Tano Gnamba Zadi Dosso Brou Kéita
  Diabaté Sylla Dembélé Gbagbo Aka Ehouman Assi Tapé Séka Bah Ballo Dagnogo`.split(/\s+/);
const FIRST_NAMES =
  `Mohamed Awa Fatou Aminata Mariam Ibrahim Adama Aya Jean Marie Moussa Issouf Kadidja Salimata Yacouba
  Seydou Aïcha Drissa Rokia Bakary Ama Affoué Akissi Adjoua Amenan Ahou Serge Hervé Didier Brigitte Sylvie Solange Zié
  Lassina Nabintou Fanta Korotoum Souleymane Abdoulaye Oumar Massandjé Aboubacar Sita Djénéba Estelle`.split(/\s+/);
const COMPANIES = 40;
const BATCH = 10_000;
const YEAR = 365 * 24 * 60 * 60 * 1_000;
/** The contracts were sold at equal intervals in the year before this run. */
const SINCE = Date.now() - YEAR;

/** Returns numbers below a limit that depend on the row alone. */
const numbersOf = (row: number): ((limit: number) => number) => {
  const bytes = createHash('sha512').update(String(row)).digest();
  let at = 0;
  return (limit) => bytes.readUInt32BE((at += 4) - 4) % limit;
};

/** The common values come first. */
const skewed = <Value>(values: readonly Value[], number: number): Value =>
  values[Math.floor(values.length * (number / 1e6) ** 2)] as Value;

/** The n-th of `size` contracts, with the values by which operators search. */
export const contractOf = (n: number, size: number) => {
  const next = numbersOf(n);
  const letters = (count: number) => Array.from({ length: count }, () => String.fromCharCode(65 + next(26))).join('');
  const company = n % COMPANIES;
  const rare = next(10) === 0;
  const name = `${rare ? `Gb${letters(6).toLowerCase()}` : skewed(SURNAMES, next(1e6))} ${skewed(FIRST_NAMES, next(1e6))}`;
  const phone = `+225${['01', '05', '07'][next(3)]}${String(next(1e8)).padStart(8, '0')}`;
  const series = Math.floor(n / 1e4);
  const end = String.fromCharCode(65 + (Math.floor(series / 26) % 26), 65 + (series % 26));
  const licencePlate = `${letters(2)}-${String(n % 1e4).padStart(4, '0')}-${end}`;
  const created = SINCE + Math.floor((n * YEAR) / size);
  /** Ids begin with their time and end at random. */
  const idOf = (kind: number): string => {
    const hex = created.toString(16).padStart(12, '0') + `7${kind}008`;
    return (hex + createHash('md5').update(`${kind} ${n}`).digest('hex').slice(0, 15)).replace(
      /^(.{8})(.{4})(.{4})(.{4})/,
      '$1-$2-$3-$4-',
    );
  };
  return {
    n,
    companyId: `20000000-0000-7000-8000-${String(company).padStart(12, '0')}`,
    ...{ vehicleId: idOf(1), quoteId: idOf(2), paymentId: idOf(3), contractId: idOf(4) },
    ...{ name, phone, licencePlate, created: new Date(created).toISOString() },
    policyNumber: `VI-${String(company).padStart(4, '0')}-2026-${String(Math.floor(n / COMPANIES)).padStart(6, '0')}`,
  };
};

/** The rows of a batch as a table; keys are separated by blanks. */
const FROM = `from unnest($1::bigint[], $2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::uuid[], $7::text[], $8::text[],
  $9::text[], $10::text[], $11::text[], $12::text[], $13::text[], $14::timestamptz[]) row (n, company_id, vehicle_id, quote_id,
  payment_id, contract_id, name, phone, licence_plate, policy_number, holder_keys, plate_keys, policy_key, created)`;

/** The number of a row within its company. Contracts are assigned to the companies in turn. */
const ORDINAL = `n / ${COMPANIES} + 1`;

const STATEMENTS = ({ coverages, premium }: Sold): readonly string[] => [
  `insert into vehicle (company_id, id, ordinal, type, licence_plate, brand, model, year, first_road_date,
     original_value, market_value, energy, power, seats, created, search_keys)
   select company_id, vehicle_id, ${ORDINAL}, '${CAR.type}', licence_plate, '${CAR.brand}', '${CAR.model}',
     ${CAR.year}, '${CAR.firstRoadDate}', ${CAR.originalValue}, ${CAR.marketValue}, '${CAR.energy}', ${CAR.power},
     ${CAR.seats}, created, string_to_array(plate_keys, ' ') ${FROM}`,
  `insert into quote (company_id, id, ordinal, vehicle_id, coverage, catalogue_version, premium, duration, usage,
     start_date, policyholder_name, policyholder_phone, created, vehicle_ordinal, search_keys, paid)
   select company_id, quote_id, ${ORDINAL}, vehicle_id,
     (array[${coverages.map((coverage) => `$json$${coverage}$json$`).join()}]::jsonb[])[n % ${coverages.length} + 1], 1,
     $json$${premium}$json$, 12, 'pleasure', created::date, name, phone, created, 1, string_to_array(holder_keys, ' '), true
   ${FROM}`,
  `insert into payment_reference (payment_id, company_id) select payment_id, company_id ${FROM}`,
  `insert into payment (company_id, id, quote_id, status, provider, payer, amount, fees, session_id, processing_seen,
     created, completed, attempts)
   select company_id, payment_id, quote_id, 'succeeded', 'wave', phone, 100000, 1000, 'cos-' || n, false, created,
     created, 0
   ${FROM}`,
  `insert into policy_number (policy_number, company_id, search_key) select policy_number, company_id, policy_key ${FROM}`,
  `insert into contract (company_id, id, ordinal, quote_id, vehicle_id, payment_id, policy_number, status, start_date,
     end_date, paid_on, created, updated, attempts, vehicle_ordinal, quote_ordinal)
   select company_id, contract_id, ${ORDINAL}, quote_id, vehicle_id, payment_id, policy_number, 'started', created::date,
     created::date + 364, created::date, created, created, 0, 1, n + 1 ${FROM}`,
  `insert into certificate_request (company_id, contract_id, status, certificate, refusals, created, attempts)
   select company_id, contract_id, 'issued', json_build_object('certificateNumber', 'CI-' || n), 0, created, 0 ${FROM}`,
  `insert into change (company_id, subject_id, what, from_status, to_status, at, why)
   select company_id, contract_id, 'certificate', 'pending', 'issued', created + n % 5 * interval '1 minute',
     '{"code": "certificate_issued"}' ${FROM}`,
  `insert into certificate_number (certificate_number, company_id, contract_id)
   select 'CI-' || n, company_id, contract_id ${FROM}`,
];

/** Coverages and a premium, as JSON. */
export interface Sold {
  readonly coverages: readonly string[];
  readonly premium: string;
}

/** Adds contracts with everything that belongs to them, and with the search keys that the store would add. */
export const addContracts = async (
  client: pg.Client,
  { size, sold, progress }: { size: number; sold: Sold; progress: (added: number) => void },
) => {
  // The rows are consistent by construction.
  await client.query('set session_replication_role = replica');
  await client.query(
    `insert into company (id, name, enabled, created)
     select ('20000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'Courtage ' || n, true, now()
     from generate_series(0, ${COMPANIES - 1}) n`,
  );
  await client.query(
    `insert into company_counter
     select id, ${Math.ceil(size / COMPANIES)}, ${Math.ceil(size / COMPANIES)}, ${Math.ceil(size / COMPANIES)} from company`,
  );
  for (let from = 0; from < size; from += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, size - from) }, (_, at) => contractOf(from + at, size)).map(
      (row) => [
        ...[row.n, row.companyId, row.vehicleId, row.quoteId, row.paymentId, row.contractId],
        ...[row.name, row.phone, row.licencePlate, row.policyNumber],
        ...[holderKeys(row).join(' '), plateKeys(row.licencePlate).join(' '), policyKey(row.policyNumber), row.created],
      ],
    );
    const columns = rows[0]?.map((_, column) => rows.map((row) => row[column])) ?? [];
    for (const statement of STATEMENTS(sold)) await client.query(statement, columns);
    progress(from + rows.length);
  }
  await client.query('vacuum analyze');
};
