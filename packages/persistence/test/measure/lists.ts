import process from 'node:process';
import type { ContractListFilter, LocalDate, PageRequest, QuoteListFilter } from '@vehicle-insurance/core';
import { contractQueries } from '../../src/contracts/queries.ts';
import { quoteQueries } from '../../src/quotes/queries.ts';
import type { TypedDatabase } from '../../src/tables/builder.ts';
import { explaining, type Node, type Plan } from '../size/counting-buffers.ts';
import { uncheckedDatabase } from '../size/grown.ts';
import { COMPANY, fillCompany } from './company.ts';

// Counts the buffers that PostgreSQL reads for a filtered page: `npm run bench -- lists [CONTRACTS]`
// (docs/measurements.md).
const size = Number(process.argv[2] ?? 1_000_000);
const LIMIT = 20;
const PLANS: readonly Plan[] = ['force_custom_plan', 'force_generic_plan'];

type Read = (database: TypedDatabase, request: PageRequest) => Promise<{ readonly total: number }>;
const contracts =
  (filter: ContractListFilter): Read =>
  (database, request) =>
    contractQueries(database).page(COMPANY, filter, request);
const quotes =
  (filter: QuoteListFilter): Read =>
  (database, request) =>
    quoteQueries(database).page(COMPANY, filter, request);
const ending = (from: string, to: string): ContractListFilter => ({
  endingFrom: from as LocalDate,
  endingTo: to as LocalDate,
});

const LISTS: Readonly<Record<string, Read>> = {
  contracts: contracts({}),
  'contracts with the status `started`': contracts({ status: 'started' }),
  'contracts with the status `expired`': contracts({ status: 'expired' }),
  'contracts with the status `pending`': contracts({ status: 'pending' }),
  '`started`, ending in one month': contracts({ status: 'started', ...ending('2027-03-01', '2027-03-31') }),
  'contracts ending in one year': contracts(ending('2026-07-01', '2027-06-30')),
  'contracts ending on one day': contracts(ending('2027-03-15', '2027-03-15')),
  'the contract of a policy number': contracts({ policyNumbers: ['VI-1-4242'] }),
  'the contract of a plate': contracts({ licencePlate: 'AA-4242' }),
  quotes: quotes({}),
  'quotes that await payment': quotes({ status: 'awaiting_payment' }),
  'quotes with a pending payment': quotes({ status: 'payment_pending' }),
  'quotes with a `started` contract': quotes({ status: 'started' }),
};

const nodesOf = (node: Node): readonly Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

const { client, store, close } = await uncheckedDatabase();
await fillCompany(client, size);

const lines = ['| list | entries found | buffers | scans |', '| --- | ---: | ---: | --- |'];
for (const [list, read] of Object.entries(LISTS)) {
  let most = 0;
  const scans = new Set<string>();
  const database = (plan: Plan) =>
    explaining(client, store, plan, (_, node, buffers) => {
      most = Math.max(most, buffers);
      for (const { 'Index Name': index, 'Relation Name': table, 'Node Type': type } of nodesOf(node))
        if (typeof index === 'string') scans.add(index);
        else if (typeof table === 'string') scans.add(`${String(type)} of ${table}`);
    });
  const { total } = await read(store, { page: 1, limit: LIMIT });
  const last = Math.max(1, Math.ceil(total / LIMIT));
  for (const plan of PLANS)
    for (const page of new Set([1, Math.ceil(last / 2), last])) await read(database(plan), { page, limit: LIMIT });
  lines.push(`| ${[list, total, most, [...scans].toSorted().join(', ')].join(' | ')} |`);
}
await close();
process.stdout.write(`${lines.join('\n')}\n`);
