import { CAR } from './car.ts';

export interface Filled {
  readonly size: { readonly vehicles: number; readonly quotes: number; readonly contracts: number };
  readonly coverage: string;
  readonly premium: string;
}

type Rows = (companyId: string, filled: Filled, amount: number) => string;

const KINDS = ['vehicle', 'quote', 'payment', 'contract'] as const;

/**
 * An id made of company, kind and number. So rows refer to each other without look-ups, and are in the order of their
 * ids.
 */
const id = (kind: (typeof KINDS)[number]): string =>
  `(left(c.id::text, 1) || '${KINDS.indexOf(kind)}' || lpad(to_hex(n), 30, '0'))::uuid`;

const from = (companyId: string, size: number): string =>
  `from (select '${companyId}'::uuid as id) c, generate_series(1, ${size}) n`;

/** The first quotes have contracts. Half as many more have a pending payment, and the rest have no payment. */
const payments = ({ contracts }: Filled['size']): number => contracts + Math.floor(contracts / 2);

/**
 * Statements that add a company with the rows of the lists and all dependent rows, in a valid order.
 */
export const ROWS: readonly Rows[] = [
  (companyId) =>
    `insert into company (id, name, enabled, created) values ('${companyId}', 'Courtage ${companyId}', true, now())`,
  (companyId, { size }) =>
    `insert into company_counter values ('${companyId}', ${size.vehicles}, ${size.quotes}, ${size.contracts})`,
  (companyId, { size }) => `
    insert into vehicle (company_id, id, ordinal, type, licence_plate, external_id, brand, model, year,
      first_road_date, original_value, market_value, energy, power, seats, created)
    select c.id, ${id('vehicle')}, n, '${CAR.type}', 'AA-' || n, 'FLEET-' || n, '${CAR.brand}', '${CAR.model}',
      ${CAR.year}, '${CAR.firstRoadDate}', ${CAR.originalValue}, ${CAR.marketValue}, '${CAR.energy}', ${CAR.power},
      ${CAR.seats}, now()
    ${from(companyId, size.vehicles)}`,
  (companyId, { size, coverage, premium }) => `
    insert into quote (company_id, id, ordinal, vehicle_id, coverage, catalogue_version, premium, duration, usage,
      start_date, policyholder_name, policyholder_phone, created, vehicle_ordinal)
    select c.id, ${id('quote')}, n, ${id('vehicle')}, $json$${coverage}$json$, 1, $json$${premium}$json$, 12,
      'pleasure', '2026-02-01', 'Awa Koné', '+2250701020304', now(), 1
    ${from(companyId, size.quotes)}`,
  (companyId, { size }) => `
    insert into payment_reference (payment_id, company_id) select ${id('payment')}, c.id
    ${from(companyId, payments(size))}`,
  (companyId, { size }, amount) => `
    insert into payment (company_id, id, quote_id, status, provider, payer, amount, fees, session_id, session_url,
      processing_seen, created, completed, due_at, attempts)
    select c.id, ${id('payment')}, ${id('quote')}, case when n <= ${size.contracts} then 'succeeded' else 'pending' end,
      'wave', '+2250701020304', ${amount}, 1000, 'cos-' || n, 'https://pay.wave.com/c/cos-' || n, false, now(),
      case when n <= ${size.contracts} then now() end, case when n > ${size.contracts} then now() + interval '1 day' end,
      0
    ${from(companyId, payments(size))}`,
  (companyId, { size }) => `
    insert into policy_number (policy_number, company_id) select 'VI-' || left(c.id::text, 1) || '-' || n, c.id
    ${from(companyId, size.contracts)}`,
  (companyId, { size }) => `
    insert into contract (company_id, id, ordinal, quote_id, vehicle_id, payment_id, policy_number, status, start_date,
      end_date, paid_on, certificate_image, contract_document, created, updated, attempts, vehicle_ordinal,
      quote_ordinal)
    select c.id, ${id('contract')}, n, ${id('quote')}, ${id('vehicle')}, ${id('payment')},
      'VI-' || left(c.id::text, 1) || '-' || n, 'started', '2026-02-01', '2027-01-31', '2026-01-31',
      'companies/' || c.id || '/contracts/' || n || '/certificate.png',
      'companies/' || c.id || '/contracts/' || n || '/contract', now(), now(), 0, 1, n
    ${from(companyId, size.contracts)}`,
  (companyId, { size }) => `
    insert into certificate_request (company_id, contract_id, status, certificate, refusals, created, attempts)
    select c.id, ${id('contract')}, 'issued', json_build_object(
      'certificateNumber', 'CI-' || left(c.id::text, 1) || '-' || n, 'insuranceCompany', 'Assurances de la Lagune',
      'effectiveDate', '2026-02-01', 'expiryDate', '2027-01-31', 'pdfLink', 'https://authority.internal/' || n || '.pdf',
      'imageLink', 'https://authority.internal/' || n || '.png',
      'qrCodeLink', 'https://authority.internal/' || n || '/qr'), 0, now(), 0
    ${from(companyId, size.contracts)}`,
  (companyId, { size }) => `
    insert into certificate_number (certificate_number, company_id, contract_id)
    select 'CI-' || left(c.id::text, 1) || '-' || n, c.id, ${id('contract')}
    ${from(companyId, size.contracts)}`,
];
