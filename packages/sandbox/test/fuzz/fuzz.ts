import { EXAMPLE } from '@vehicle-insurance/http';
import fc, { type Arbitrary } from 'fast-check';
import { endpointsOf, violations, type Endpoint } from '../../../http/test/bad-input/described.ts';
import { daysAfter } from '../api/world.ts';
import { caller } from '../processes/caller.ts';
import type { FolderWorld } from '../processes/folder-world.ts';
import { findForbiddenRows } from '../processes/stored-laws.ts';
import { eventually } from '../sandbox.ts';
import type { Outside } from './judge.ts';
import { knownTo, type Known, type Owners } from './known.ts';
import { Finding, openLane, type Lane, type Shared } from './lane.ts';
import { plansOf, plansOfAll, type Plan } from './plan.ts';
import { reachedBy } from './reached.ts';
import { LIMIT, openWorld, type World } from './world.ts';

/** The requests may be sent up to this many times to find all responses, since fewer occur on a busy machine. */
const MOST_TIMES = 8;

export interface FuzzOptions {
  readonly folder: FolderWorld;
  readonly requests: number;
  readonly seed: number;
  readonly progress?: (line: string) => void;
  readonly found?: (finding: string) => void;
  readonly enough?: number;
}

/** Left out: a company that revokes the keys of its lanes ends its part of the fuzz. */
const CHANGES_KEYS = ['issueOwnKey', 'revokeOwnKey'];

const LANES = 4;
/** Number of a company's plans between two moves of the clock, since a move takes longer than a hundred requests. */
const ROUND = { least: 60, most: 400 };
/** Confirmed payments: `first` at the start, and one more per `every` requests. */
const CONFIRMED = { first: 30, every: 400 };
const AS_USUAL: Outside = { databaseAway: false, paused: false, limited: false };

export const fuzz = async ({
  folder,
  requests,
  seed,
  progress = () => undefined,
  found: tell = () => undefined,
  enough = 1,
}: FuzzOptions) => {
  await using opening = new AsyncDisposableStack();
  const world = await openWorld(folder);
  const endpoints = endpointsOf(world.document).filter(({ name }) => !CHANGES_KEYS.includes(name));
  const reached = reachedBy(endpoints);
  const violated = violations();
  const owners: Owners = new Map([[EXAMPLE.vehicleId, 'the sandbox’s own']]);
  const findings = new Map<string, string>();
  let outside = AS_USUAL;
  let confirmed = 0;
  let today = await world.moveTo({ now: `${daysAfter(new Date().toISOString(), 1)}T06:00:00Z` });

  const shared: Shared = {
    endpoints: new Map(endpoints.map((endpoint) => [endpoint.name, endpoint])),
    ...{ violated, owners, reached },
    today: () => today,
    outside: () => outside,
    mayConfirm: () => confirmed < CONFIRMED.first + reached.requests() / CONFIRMED.every && (confirmed += 1) > 0,
  };
  const { lanes, limited, quoteAgain } = await lanesOf(world, endpoints, owners, shared);
  for (const lane of [...lanes, limited]) opening.defer(async () => lane.close());

  let runs = 0;
  const note = (about: string, what: string): void => {
    if (findings.has(about)) return;
    const finding = `${what}\n  (among the first ${reached.requests()} requests of seed ${seed})`;
    findings.set(about, finding);
    tell(finding);
  };
  /** Runs `numRuns` plans of a company. Each finding is noted once, with the smallest plan that shows it. */
  const run = async (lane: Lane, plans: Arbitrary<Plan>, numRuns: number): Promise<void> => {
    let found: string | undefined;
    const step = fc.asyncProperty(plans, (plan) =>
      lane.perform(plan).catch((problem: unknown) => {
        if (!(problem instanceof Finding)) throw problem;
        // Ignores other problems while a plan is shrunk; they are found again.
        if (findings.has(problem.about) || problem.about !== (found ??= problem.about)) return;
        throw problem;
      }),
    );
    const { failed, errorInstance, numShrinks } = await fc.check(step, { numRuns, seed: seed + (runs += 1) });
    if (!failed) return;
    if (!(errorInstance instanceof Finding)) throw errorInstance;
    note(errorInstance.about, `${errorInstance.message}\n  (made smaller ${numShrinks} times)`);
  };
  const any = plansOfAll(endpoints);
  /** Every second plan aims at a response that has not occurred yet. */
  const plansForMissing = (): Arbitrary<Plan> => {
    const missing = reached.missing().flatMap((answer) => {
      const endpoint = endpoints.find(({ name }) => answer.startsWith(`${name}: `));
      if (!endpoint) return [];
      return answer.endsWith('request_in_progress') ? plansOf(endpoint).map(atOnce) : plansOf(endpoint);
    });
    return missing.length === 0 ? any : fc.oneof(any, fc.oneof(...missing));
  };

  const special: Readonly<Record<string, () => Promise<void>>> = {
    'payments are paused': async () => {
      outside = { ...AS_USUAL, paused: true };
      await world.operator.pausePayments(true);
      const paying = endpoints.filter(({ answers }) => answers.get(503)?.codes.has('payment_unavailable'));
      for (const endpoint of paying) await Promise.all(lanes.map((lane) => run(lane, plansOf(endpoint), 10)));
      await world.operator.pausePayments(false);
    },
    'a company exceeds its limit': async () => {
      outside = { ...AS_USUAL, limited: true };
      for (const endpoint of endpoints) await run(limited, plansOf(endpoint), 10);
      for (const endpoint of endpoints) await run(limited, plansOf(endpoint), 5);
      const unlimited = endpoints.filter(({ name }) => reached.missing().includes(`${name}: 429 rate_limited`));
      for (const endpoint of unlimited) await run(limited, plansOf(endpoint), 2 * Number(LIMIT));
    },
    'the database is unavailable': async () => {
      outside = { ...AS_USUAL, databaseAway: true };
      await world.loseDatabase();
      for (const endpoint of endpoints) await run(limited, plansOf(endpoint), 5);
      await world.findDatabase();
      world.errors();
    },
    'four months pass': async () => {
      today = await world.moveTo({ advance: 'P122D' });
    },
  };
  const specials = Object.values(special);

  const each = Math.min(ROUND.most, Math.max(ROUND.least, Math.ceil(requests / 400)));
  const rounds = Math.ceil(requests / (LANES * each));
  const every = Math.max(2, Math.floor(rounds / 16));
  const isDone = () =>
    findings.size >= enough ||
    (reached.requests() >= requests && (reached.missing().length === 0 || reached.requests() >= MOST_TIMES * requests));
  for (let round = 1; !isDone(); round += 1) {
    const plans = plansForMissing();
    await Promise.all(lanes.map((lane) => run(lane, plans, each)));
    const be = round % every === 0 ? specials[(round / every - 1) % specials.length] : undefined;
    await be?.();
    outside = AS_USUAL;
    today = await world.moveTo({ advance: round % 3 === 0 ? 'P1D' : 'PT31M' });
    for (const lane of lanes) if (round % 3 === 0 || be) lane.forgetKeys();
    limited.forgetKeys();
    await forgetPhones(world, lanes);
    await quoteAgain();
    await world.writes.forget();
    for (const error of world.errors()) note('the log', `has an error: ${error.slice(0, 2_000)}`);
    if (reached.requests() >= requests && reached.missing().length > 0)
      await Promise.all(lanes.map((lane) => readBack(lane, endpoints, run)));
    if (round % (every * 4) === 0)
      for (const row of await findForbiddenRows(world.writes.rows)) note(row.slice(0, 40), `stored: ${row}`);
    progress(
      `${reached.requests()} of ${requests} requests, ${findings.size} findings, missing: ${reached.missing().join()}`,
    );
  }
  for (const row of await findForbiddenRows(world.writes.rows)) note(row.slice(0, 40), `stored: ${row}`);
  await Promise.all(lanes.map((lane) => readBack(lane, endpoints, run)));
  return {
    findings: [...findings.values()],
    missing: reached.missing(),
    table: reached.table(),
    requests: reached.requests(),
  };
};

/** Policyholders: by the last digits of their number, the authority insures the first and refuses the second. */
const [CERTIFIED, REFUSED] = ['0700001234', '0700000011'];

/**
 * Gives a company a contract with a certificate, one without and one that is cancelled, independent of its random
 * requests.
 */
const insure = async ({ sandbox, operator }: World, apiKey: string, known: Known): Promise<void> => {
  const { journey, standing } = caller(() => ({ ...sandbox, apiKey }));
  for (const [policyholder, isCancelled] of [
    [CERTIFIED, false],
    [REFUSED, false],
    [CERTIFIED, true],
  ] as const) {
    const { quoteId } = await journey({ policyholder });
    const { contractId } = await eventually(
      () => standing(quoteId),
      (shown) => shown.contractId !== null,
    );
    if (isCancelled) await operator.text('contract', 'cancel', contractId ?? '', '--why', 'a test');
    known.learn('contract', { id: contractId });
    known.keep('contract', contractId ?? '');
  }
};

const lanesOf = async (world: World, endpoints: readonly Endpoint[], owners: Owners, shared: Shared) => {
  const { operator, url, limitedUrl, writes } = world;
  const names = endpoints.flatMap(({ body = [], query }) => [...body, ...query]).map(({ name }) => name);
  const companies = await Promise.all(
    Array.from({ length: LANES + 1 }, async (_, at) => {
      const company = await operator.addCompany(`Courtage ${at}`);
      const [{ key }, revoked] = [await operator.issueKey(company), await operator.issueKey(company)];
      await operator.text('key', 'revoke', revoked.id);
      return { company, key, revoked: revoked.key, known: knownTo(company, owners, names) };
    }),
  );
  await Promise.all(companies.map(({ key, known }) => insure(world, key, known)));
  await writes.forget();
  const laneOf = (at: number, over: object): Lane => {
    const { company, key, revoked, known } = companies[at]!;
    const foreign: Known = companies[(at + 1) % LANES]!.known;
    const keys = { own: [key], none: [], unknown: ['vi_test_unknown'], revoked: [revoked], twice: [key, key] };
    return openLane(shared, { company, url, own: known, foreign, keys, ...over });
  };
  return {
    lanes: Array.from({ length: LANES }, (_, at) => laneOf(at, { writes })),
    limited: laneOf(LANES, { url: limitedUrl }),
    /** Gives each company one more payable quote, since few of its random quotes stay payable for long. */
    quoteAgain: async () => {
      for (const { key: apiKey, known } of companies) {
        const { id } = await caller(() => ({ ...world.sandbox, apiKey })).quote();
        known.keep('quote', id);
      }
    },
  };
};

/** Turns each company's last payable quote into an older one: imported, without its policyholder's phone. */
const forgetPhones = async ({ writes }: World, lanes: readonly Lane[]): Promise<void> => {
  for (const { known, company } of lanes) {
    const old = await writes.rows<{ readonly id: string }>(
      `update quote set policyholder_phone = null where company_id = '${company}' and id =
         (select id from quote where company_id = '${company}' and policyholder_phone is not null and not exists
           (select from payment where company_id = quote.company_id and quote_id = quote.id and status in ('opening', 'pending', 'succeeded'))
         order by created desc limit 1) returning id`,
    );
    for (const { id } of old) known.keep('quote', id);
  }
};

/** Sends a plan several times at once under a new key, so that one request meets another in progress. */
const atOnce = (plan: Plan): Plan => ({ ...plan, key: 'fresh', times: 4 });

/** Maximum number of objects of a kind to read one by one, including all that the company remembers and keeps. */
const READ = 32;

/** Reads every page of every list, and then each object; each once, and again with its tag. */
const readBack = async (
  lane: Lane,
  endpoints: readonly Endpoint[],
  run: (lane: Lane, plans: Arbitrary<Plan>, numRuns: number) => Promise<void>,
): Promise<void> => {
  const read = (endpoint: Endpoint, more: Partial<Plan>): Promise<void> =>
    run(
      lane,
      fc.constant({
        ...{ endpoint: endpoint.name, isGood: true, caller: 'own', id: '', key: 'none', earlier: 0 },
        ...{ ifChanged: false, times: 1, payer: 'waits', query: [], ...more },
      }),
      1,
    );
  for (const endpoint of endpoints.filter(({ query }) => query.some((field) => field.name === 'page')))
    for (let page = 1; page <= 100; page += 1) {
      const query = endpoint.query.flatMap(({ name }): Plan['query'] =>
        name === 'page' ? [['page', String(page)]] : name === 'limit' ? [['limit', '100']] : [],
      );
      await read(endpoint, { query });
      const wasLast = lane.lastWasEmpty();
      await read(endpoint, { query, ifChanged: true });
      if (wasLast) break;
    }
  for (const endpoint of endpoints.filter(({ method, path }) => method === 'GET' && path.includes('{')))
    for (let at = 0; at < READ; at += 1)
      for (const ifChanged of [false, true])
        await read(endpoint, { id: { idOf: endpoint.pathKind, whose: 'own', at }, ifChanged });
};
