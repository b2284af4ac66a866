import { ABIDJAN, readPartialTerms, readSearchTerms, type Instant, type LocalDate } from '@vehicle-insurance/core';
import { expect } from 'chai';
import type pg from 'pg';
import type { TypedDatabase } from '../../src/tables/builder.ts';
import { BEFORE_ALL, CLOSE } from '../../src/books/books.ts';
import { bordereaux } from '../../src/books/bordereaux.ts';
import { figures } from '../../src/operators/figures.ts';
import { contractQueries } from '../../src/contracts/queries.ts';
import { lookUps } from '../../src/operators/look-ups.ts';
import { paymentQueries } from '../../src/payments/queries.ts';
import { providersInUse } from '../../src/payments/providers-in-use.ts';
import { quoteQueries } from '../../src/quotes/queries.ts';
import { vehicleQueries } from '../../src/vehicles/queries.ts';
import { workQueries } from '../../src/operators/work-status.ts';
import { explaining, type Explained, type Node, type Plan } from './counting-buffers.ts';
import { GROWN, uncheckedDatabase, vacuum } from './grown.ts';

const SIZE = 30_000;
const COMPANY = '10000000-0000-7000-8000-000000000000';
const idOf = (kind: number, n: number): string =>
  `1${kind}${n.toString(16).padStart(30, '0')}`.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

const LIVED = [
  `insert into payment_reference select id, company_id from payment`,
  `insert into policy_number select policy_number, company_id, ordinal || 'p' from contract`,
  `update quote set policyholder_phone = '+22507' || lpad(ordinal::text, 8, '0'),
     created = timestamptz '2026-01-01' + ordinal * interval '17 minutes'`,
  `update quote set search_keys = array['aya', 'nom' || ordinal % 3000, '+' || reverse(right(policyholder_phone, 10))]`,
  `update vehicle set search_keys = array['AA' || ordinal, 'A' || ordinal, ordinal::text]`,
  `update payment set payer = '+22505' || lpad(session_id, 8, '0'), session_id = 'cos-' || session_id,
     created = timestamptz '2026-01-01' + session_id::int * interval '17 minutes'`,
  `update contract set status = case when ordinal < 18000 then 'expired' else 'started' end,
     created = timestamptz '2026-01-01' + ordinal * interval '17 minutes',
     start_date = date '2026-01-01' + ordinal::int / 84, end_date = date '2026-12-31' + ordinal::int / 84`,
  `update vehicle set created = timestamptz '2026-01-01' + ordinal * interval '17 minutes'`,
  `update contract set cancelled_at = now(), cancelled_reason = 'uninsurable', cancellation = '{}' where id::text like '%00fd'`,
  `update certificate_request set status = 'issued', certificate = '{}', due_at = null, created = contract.created
     from contract where contract.id = contract_id`,
  `insert into refund (company_id, id, payment_id, provider, session_id, status, amount, created, completed, attempts)
     select company_id, gen_random_uuid(), id, provider, session_id, 'done', amount, created, now(), 0
     from payment where id::text like '%7'`,
  `update payment set status = 'failed', failure_reason = 'expired', due_at = now(), last_error = '{"code": "session_not_known"}',
     failing_since = created where id::text like '%00ff'`,
  `update contract set due_at = now(), last_error = '{"code": "file_not_ready", "file": "picture"}', failing_since = created where id::text like '%00ff'`,
  `update certificate_request set status = 'pending', certificate = null, due_at = now(), last_error = '{"code": "no_look_up"}',
     failing_since = created where contract_id::text like '%00fe'`,
  `update contract set status = 'pending' where id::text like '%00fe'`,
  `insert into entry (company_id, id, wallet, cause, subject_id, payment_id, at, booked_on, closing)
     select company_id, gen_random_uuid(), 'wave', 'payment_succeeded', id, id, created, created::date,
       case when created < '2026-07-01' then 1 end from payment`,
  `insert into posting (company_id, entry_id, number, account, amount)
     select company_id, id, line.number, line.account, line.amount
     from entry, (values (1, 'wallet', 100), (2, 'premium_due', -100)) line (number, account, amount)`,
  `insert into dismissal select company_id, id, 'session_not_known', now() from payment where id::text like '%10ff'`,
];

/** Maximum pages that a query may touch. One query reads thousands of rows, and each table has tens of thousands. */
const MAX_PAGES = 2_500;

const nodesOf = (node: Node): readonly Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

describe('operators’ queries on a year’s business', function () {
  this.timeout(180_000);
  let client: pg.Client;
  let store: TypedDatabase;
  let close: () => Promise<void>;

  before(async () => {
    ({ client, store, close } = await uncheckedDatabase());
    for (const statement of GROWN) await client.query(statement(COMPANY, SIZE));
    for (const statement of LIVED) await client.query(statement);
    await figures(store).summarise(ABIDJAN);
    await vacuum(client);
  });
  after(() => close());

  const explained = (plan: Plan, planned: string[]): TypedDatabase =>
    explaining(client, store, plan, ({ name = 'a list' }, node, pages) => {
      const scans = nodesOf(node).filter((each) => each['Node Type'] === 'Seq Scan');
      const scanned = scans.map((each) => each['Relation Name']).filter((table) => BIG.has(table));
      expect(scanned, `tables that ${name} scans`).to.deep.equal([]);
      expect(pages, `pages that ${name} touches`).to.be.lessThan(MAX_PAGES);
      planned.push(name);
    });
  const BIG = new Set<unknown>([
    ...['vehicle', 'quote', 'payment', 'payment_reference', 'contract', 'certificate_request', 'refund', 'change'],
    'policy_number',
  ]);

  const late = '2026-12-31T00:00:00.000Z' as Instant;
  const lateness = {
    ...{ windowsBegunUntil: late, lateSince: late, certificatesAskedUntil: late, today: '2026-12-31' as LocalDate },
  };
  const [since, until] = ['2026-06-01T00:00:00.000Z' as Instant, '2026-06-01T23:59:59.999Z' as Instant];
  const ENDING = { from: '2027-09-01' as LocalDate, until: '2027-10-01' as LocalDate };
  const STARTING = { from: '2026-03-01' as LocalDate, until: '2026-04-01' as LocalDate };
  type List = (from: TypedDatabase) => Promise<readonly unknown[]>;
  const listing =
    <Filter>(queries: (of: TypedDatabase) => { list(filter: Filter, limit: number): ReturnType<List> }) =>
    (filter: Filter): List =>
    (from) =>
      queries(from).list(filter, 100);
  const [payments, contracts] = [listing(paymentQueries), listing(contractQueries)];
  const [quotes, vehicles] = [listing(quoteQueries), listing(vehicleQueries)];
  const place = <Value>(kind: number, value: Value) => ({ value, id: idOf(kind, 9) });
  const LISTS: Readonly<Record<string, List>> = {
    'the payments of a day': payments({ since, until }),
    'the failed payments of a company': payments({ companyId: COMPANY, status: 'failed' }),
    'the refunds done': payments({ refund: 'done', since }),
    'the payments after a place': payments({ after: place(2, since) }),
    'the payments refunded before a place': payments({ refund: 'done', after: place(2, until) }),
    'the payments of quotes': payments({ quotes: [1, 2, 3].map((n) => ({ companyId: COMPANY, id: idOf(1, n) })) }),
    'the contracts of a day': contracts({ since, until, companyId: COMPANY }),
    'the expired contracts': contracts({ status: 'expired' }),
    'the pending certificates': contracts({ certificate: 'pending', until }),
    'the contracts after a place': contracts({ cancelled: false, after: place(3, since) }),
    'the contracts of a company after a place': contracts({ companyId: COMPANY, after: place(3, since) }),
    'the contracts that end soon': contracts({ endDate: ENDING, cancelled: false, order: 'endDate' }),
    'the contracts in force that end soon, after a place': contracts({
      ...{ endDate: ENDING, status: 'started', order: 'endDate', after: place(3, ENDING.from) },
    }),
    'the contracts by first day, after a place': contracts({
      ...{ startDate: STARTING, order: 'startDate', after: place(3, STARTING.until) },
    }),
    'the cancelled contracts': contracts({ cancelled: true }),
    'the quotes of all companies after a place': quotes({ after: place(1, since) }),
    'the paid quotes of a day': quotes({ isPaid: true, since, until }),
    'the quotes of a holder': quotes({ policyholderPhone: readSearchTerms('07 00 02 20 00').phone ?? undefined }),
    'the quotes of a vehicle': quotes({ companyId: COMPANY, vehicleId: idOf(0, 77) }),
    'the vehicles of all companies after a place': vehicles({ type: 'auto', after: place(0, since) }),
    'the vehicles of a company': vehicles({ companyId: COMPANY, since, until }),
    'the action items': (from) => workQueries(from).actionItems(lateness),
    'the action items of one payment': (from) => workQueries(from).actionItems(lateness, [idOf(2, 0xff)]),
    'the providers in use': (from) => providersInUse(from),
    'the due work': (from) => workQueries(from).status(since),
  };
  it('read the entries of a closing in order, starting with the first', async () => {
    let read: readonly Node[] = [];
    const { contractEntries } = bordereaux({
      query: store.query,
      readAlong: async ({ text, values }) => {
        const explained = `explain (format json) declare along no scroll cursor for ${text}`;
        const { rows } = await client.query<Explained>(explained, [...values]);
        read = nodesOf(rows[0]!['QUERY PLAN'][0].Plan);
      },
    });
    await contractEntries({ closing: 1 }, null, async () => undefined);
    expect(read.map((node) => node['Relation Name'])).to.include('entry');
    expect(read.filter((node) => /Sort/.test(String(node['Node Type'])))).to.deep.equal([]);
  });
  it('use indexes to find the entries to be closed, even if many are already closed', async () => {
    const values = [COMPANY, 2, '2026-08-31', BEFORE_ALL.day, BEFORE_ALL.id];
    const { rows } = await client.query<Explained>(`explain (format json) ${CLOSE()}`, values);
    const read = nodesOf(rows[0]!['QUERY PLAN'][0].Plan);
    expect(read.map((node) => node['Relation Name'])).to.include.members(['entry', 'posting']);
    expect(read.filter((node) => node['Node Type'] === 'Seq Scan')).to.deep.equal([]);
  });
  for (const plan of ['force_custom_plan', 'force_generic_plan'] as const) {
    for (const [what, list] of Object.entries(LISTS))
      // Proves: operator-lists
      it(`use indexes to find ${what} (${plan})`, async () => {
        const planned: string[] = [];
        expect(await list(explained(plan, planned))).to.not.have.length(0);
        expect(planned).to.have.length.within(1, 2);
      });

    for (const by of [null, 'company', 'insurer', 'coverage'] as const)
      it(`use indexes to add up the figures of a day by ${by ?? 'period'} (${plan})`, async () => {
        const planned: string[] = [];
        const { sums } = figures(explained(plan, planned));
        for (const filter of [{}, { companyId: COMPANY }, { insurer: null, coverageId: 'third-party' }]) {
          const [row] = await sums({ bounds: [since, until], zone: ABIDJAN }, filter, by);
          expect(row).to.include({ quotes: 85, contracts: 85, premium: 8_500_000 });
        }
        expect(planned).to.have.length(12);
      });

    for (const word of [
      ...['P-77', 'aa-29 999', '07 00 02 20 00', '05 00 02 20 00', 'cos-4711'],
      ...[0, 1, 2, 3].map((kind) => idOf(kind, 77)),
    ])
      it(`use indexes to find the matches of ${word} (${plan})`, async () => {
        const finders = lookUps(explained(plan, []));
        for (const find of [finders.payments, finders.contracts, finders.vehicles])
          expect(await find(readSearchTerms(word), 20)).to.have.length(1);
      });

    for (const [typed, count] of [
      ['aya nom2999', 10],
      ['nom2999 8999', 1],
      ['07 00 02 20 00', 1],
      ['05 00 02 20 00', 1],
      ['029999', 1],
      ['a29 999', 1],
      ['cos-4711', 1],
      [idOf(2, 77), 1],
      [idOf(3, 77).slice(0, 35), 16],
      ['0000004d', 1],
    ] as const)
      // Proves: searched-by-any-part
      it(`use indexes to search for ${typed} (${plan})`, async () => {
        const planned: string[] = [];
        const { contractIds } = await lookUps(explained(plan, planned)).search(readPartialTerms(typed), 51);
        expect(contractIds).to.have.length(count);
        expect(planned).to.include('search parts').and.to.include('look up');
      });

    it(`read no more pages if every name matches a word (${plan})`, async () => {
      const pages: number[] = [];
      const counted = explaining(client, store, plan, ({ text }, _, some) => {
        if (text.includes('@@')) pages.push(some);
      });
      const { quotes } = await lookUps(counted).search(readPartialTerms('aya'), 51);
      expect(quotes).to.have.length(51);
      expect(quotes[0]?.licencePlate).to.equal(`AA-${SIZE}`);
      expect(Math.max(...pages), pages.join(', ')).to.be.lessThan(MAX_PAGES);
    });

    it(`use indexes for an empty result and for the first page (${plan})`, async () => {
      const finders = lookUps(explained(plan, []));
      expect(await finders.payments(readSearchTerms('0799999999'), 20)).to.have.length(0);
      expect(await finders.payments(readSearchTerms('1'), 20)).to.have.length(20);
      expect(await quoteQueries(explained(plan, [])).list({ isPaid: false }, 100)).to.have.length(0);
    });
  }
});
