import type { LookUps, PartialTerms, QuoteFound, VehicleFound } from '@vehicle-insurance/core';
import { asChosen } from '../tables/chosen.ts';
import type { CompanyAndId } from '../tables/rows.ts';
import type { Query } from '../database/database.ts';
import { plain, type Prepared } from '../database/prepared-statement.ts';
import { findRelated, contractsOf, matching, NAMED, type Kind, type Match, type Policy } from './matches.ts';

/** Maximum number of matches of each kind that are ranked. Limited, because each may need its own page of the disk. */
const RANKED = 300;
/** The number of quotes that count as the latest in a search for a name. */
const LATEST = 2_000;
const LOWEST = '00000000-0000-0000-0000-000000000000';

/**
 * A match and its rank: 0 if a whole value matches, 1 if the beginning of a plate or whole words of a name match, 2 for
 * any other part. The end of a payment's id ranks like a whole value.
 */
interface Ranked extends Match {
  readonly rank: number;
}
const RANKS = [0, 1, 2];

interface Meaning {
  readonly kind: Kind;
  readonly table: string;
  readonly id?: string;
  readonly where: string;
  readonly rank: string;
}

/** Ranks only `RANKED` matches, because the database would have to read all matches to find the best. */
const best = ({ kind, table, id = 'id', where, rank }: Meaning): string => `(
  select '${kind}' as kind, company_id as "companyId", id, false as own, rank from (
    select named.company_id, named.${id} as id, ${rank} as rank from ${table} named where ${where} limit ${RANKED}
  ) ranked order by rank, id desc limit ${NAMED})`;

const KEYS = 'array_to_tsvector(named.search_keys)';

/**
 * Parameters: part of the plate as a query and as a text, end of the phone, end of the payment's id, certificate
 * number.
 */
const PARTS = [
  {
    kind: 'vehicle',
    table: 'vehicle',
    where: `${KEYS} @@ $1::tsquery`,
    rank: 'case when named.search_keys[1] = $2 then 0 when starts_with(named.search_keys[1], $2) then 1 else 2 end',
  },
  {
    kind: 'payment',
    table: 'payment',
    where: `reverse(named.payer) ~>=~ reverse($3) and reverse(named.payer) ~<~ (reverse($3) || ':')`,
    rank: '2',
  },
  {
    kind: 'payment',
    table: 'payment_reference',
    id: 'payment_id',
    where: 'right(named.payment_id::text, 8) = $4',
    rank: '0',
  },
  {
    kind: 'contract',
    table: 'certificate_number',
    id: 'contract_id',
    where: 'named.certificate_number = $5',
    rank: '0',
  },
] as const satisfies readonly Meaning[];

/** Parameters: a query, and the keys of the whole name. */
const HOLDER = {
  kind: 'quote',
  table: 'quote',
  where: `${KEYS} @@ $1::tsquery`,
  rank: `case when not named.search_keys @> $2::text[] then 2
    when cardinality(named.search_keys) - num_nonnulls(named.policyholder_phone) = cardinality($2::text[]) then 0
    else 1 end`,
} as const satisfies Meaning;

const SOME_PARTS = PARTS.map(best).join(' union all ');
const SOME_HOLDERS = best(HOLDER);
/** The matches among the latest quotes, latest first. `is true` prevents the use of the index of all keys. */
const LATEST_HOLDERS = `
  with since as materialized (select id from quote order by id desc offset ${LATEST - 1} limit 1)
  select 'quote' as kind, named.company_id as "companyId", named.id, false as own, ${HOLDER.rank} as rank
  from quote named where (${HOLDER.where}) is true and named.id >= coalesce((select id from since), '${LOWEST}'::uuid)
  order by named.id desc limit ${NAMED}`;

/** Parameters: the bounds of the keys. The first bound is the key of the whole number. */
const POLICIES = `
  select company_id as "companyId", policy_number as number, search_key as key from policy_number
  where search_key ~>=~ $1 and search_key ~<~ $2 order by search_key using ~<~ limit ${NAMED}`;
const AFTER_ALL = '\u{10ffff}';

const quoted = (key: string): string => `'${key.replace(/['\\]/g, '$&$&')}'`;

/**
 * A query for rows that match every list. A row matches a list if one of its keys begins with one of the list's keys.
 */
const tsquery = (keys: PartialTerms['holder']): string =>
  keys.map((any) => `(${any.map((key) => `${quoted(key)}:*`).join(' | ')})`).join(' & ');

/** A query for rows that have all of these keys. */
const wholeQuery = (keys: readonly string[]): string => keys.map(quoted).join(' & ');

/**
 * Finds quotes by the words of the policyholder's name. First finds quotes that contain all words as whole words. If
 * that search reaches its limit, adds only the latest such quotes. Otherwise, searches the latest quotes for names
 * whose words begin with the given words. If that search reaches its limit too, the name is common. Then the other
 * quotes are not searched for beginnings, because the index would first list every match.
 */
const holders = async (query: Query, { holder, name }: PartialTerms): Promise<readonly Ranked[]> => {
  if (holder.length === 0) return [];
  const some = (words: string) => query(plain<Ranked>('search holders', SOME_HOLDERS, [words, name]));
  const latest = (words: string) => query(plain<Ranked>('search latest holders', LATEST_HOLDERS, [words, name]));
  const [whole, begun] = [wholeQuery(name), tsquery(holder)];
  const named = await some(whole);
  if (named.length === NAMED) return [...named, ...(await latest(whole))];
  const recent = await latest(begun);
  return [...named, ...recent, ...(recent.length < NAMED ? await some(begun) : [])];
};

const policies = async (query: Query, { policyKey }: PartialTerms): Promise<readonly Ranked[]> => {
  if (policyKey === null) return [];
  const values = [policyKey, policyKey + AFTER_ALL];
  const found = await query(plain<Policy & { readonly key: string }>('search policies', POLICIES, values));
  const [whole, ended] = [found.filter(({ key }) => key === policyKey), found.filter(({ key }) => key !== policyKey)];
  const read = async (some: readonly Policy[], rank: number): Promise<readonly Ranked[]> =>
    some.length === 0 ? [] : (await query(contractsOf(some))).map((match) => ({ ...match, rank }));
  return [...(await read(whole, 0)), ...(await read(ended, 2))];
};

const parts = (
  query: Query,
  { platePart, phoneEnd, paymentIdEnd, certificateNumber }: PartialTerms,
): Promise<readonly Ranked[]> => {
  const plate = platePart === null ? null : tsquery([[platePart]]);
  return query(
    plain<Ranked>('search parts', SOME_PARTS, [plate, platePart, phoneEnd, paymentIdEnd, certificateNumber]),
  );
};

/** The objects that the whole text matches. An object that matches only by the beginning of its id ranks last. */
const wholes = async (query: Query, terms: PartialTerms): Promise<readonly Ranked[]> => {
  const isWholeId = terms.ids !== null && terms.ids.from === terms.ids.to;
  return (await matching(query, terms)).map((match) => ({ ...match, rank: match.own && !isWholeId ? 2 : 0 }));
};

/**
 * The objects of a kind that belong to the matches, by the rank of the match. Within a rank, the latest comes first.
 */
const ledTo = async (
  query: Query,
  kind: Kind,
  matches: readonly Ranked[],
  limit: number,
): Promise<readonly CompanyAndId[]> => {
  const led = new Map<string, CompanyAndId>();
  for (const rank of RANKS) {
    const some = matches.filter((match) => match.rank === rank);
    if (some.length === 0 || led.size >= limit) continue;
    for (const hit of await query(findRelated(kind, some, limit))) if (!led.has(hit.id)) led.set(hit.id, hit);
  }
  return [...led.values()].slice(0, limit);
};

/** Quotes, with the facts by which operators recognise the policyholder. */
const QUOTES = `
  select quote.id, quote.company_id as "companyId", company.name as "companyName", quote.policyholder_name as name,
    quote.policyholder_phone as phone, vehicle.licence_plate as "licencePlate",
    contract.policy_number as "policyNumber", quote.created
  from unnest($1::uuid[], $2::uuid[]) chosen (company_id, id)
  join quote on quote.company_id = chosen.company_id and quote.id = chosen.id
  join vehicle on vehicle.company_id = quote.company_id and vehicle.id = quote.vehicle_id
  join company on company.id = quote.company_id
  left join contract on contract.company_id = quote.company_id and contract.quote_id = quote.id`;

interface QuoteRow extends Omit<QuoteFound, 'policyholder'>, QuoteHolder {
  readonly id: string;
}
type QuoteHolder = QuoteFound['policyholder'];

const VEHICLES = `
  select vehicle.id, vehicle.company_id as "companyId", company.name as "companyName",
    vehicle.licence_plate as "licencePlate", vehicle.brand, vehicle.model, vehicle.created,
    quote.policyholder_name as "holderName", contract.id as "contractId", contract.policy_number as "policyNumber"
  from unnest($1::uuid[], $2::uuid[]) chosen (company_id, id)
  join vehicle on vehicle.company_id = chosen.company_id and vehicle.id = chosen.id
  join company on company.id = vehicle.company_id
  left join lateral (
    select quote.policyholder_name from quote
    where quote.company_id = vehicle.company_id and quote.vehicle_id = vehicle.id
    order by quote.vehicle_ordinal desc limit 1) quote on true
  left join lateral (
    select contract.id, contract.policy_number from contract
    where contract.company_id = vehicle.company_id and contract.vehicle_id = vehicle.id
    order by contract.vehicle_ordinal desc limit 1) contract on true`;

/** The rows of these objects, in the same order. */
const described = async <Row extends { readonly id: string }>(
  query: Query,
  name: string,
  text: string,
  hits: readonly CompanyAndId[],
): Promise<readonly Row[]> => {
  if (hits.length === 0) return [];
  const { companyIds, ids } = asChosen(hits);
  const statement: Prepared<Row> = plain(name, text, [companyIds, ids]);
  const rows = new Map((await query(statement)).map((row) => [row.id, row]));
  return ids.flatMap((id) => rows.get(id) ?? []);
};

export const search =
  (query: Query): LookUps['search'] =>
  async (terms, limit) => {
    const found = await Promise.all([wholes, holders, policies, parts].map((find) => find(query, terms)));
    const of = (kind: Kind): Promise<readonly CompanyAndId[]> => ledTo(query, kind, found.flat(), limit);
    const [quotes, contracts, payments, vehicles] = await Promise.all([
      of('quote').then((hits) => described<QuoteRow>(query, 'quotes found', QUOTES, hits)),
      of('contract'),
      of('payment'),
      of('vehicle').then((hits) => described<VehicleFound>(query, 'vehicles found', VEHICLES, hits)),
    ]);
    return {
      quotes: quotes.map(({ id: _, name, phone, ...quote }) => ({ ...quote, policyholder: { name, phone } })),
      contractIds: contracts.map(({ id }) => id),
      paymentIds: payments.map(({ id }) => id),
      vehicles,
    };
  };
