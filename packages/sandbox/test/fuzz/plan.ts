import fc, { type Arbitrary } from 'fast-check';
import { BAD_IDS, NO_INTEGERS, ODD_INTEGERS } from '../../../http/test/bad-input/values.ts';
import type { Field } from '../../../http/test/bad-input/operations.ts';
import type { Endpoint } from '../../../http/test/bad-input/described.ts';
import { SPOILS, DOCUMENTS, type Spoil, type DocumentKind } from './bodies.ts';
import { good, hostile, idOf, ownId, wrong, type Value } from './values.ts';

/** The key of a request; `own` is a valid one. */
export type Caller = 'own' | 'none' | 'unknown' | 'revoked' | 'twice';

/** `repeat` sends an earlier request again, byte for byte; `reuse` sends a new request under an earlier key. */
export type KeyUse = 'none' | 'fresh' | 'repeat' | 'reuse';

/** One step of the fuzz: the request, as far as it does not depend on stored data. */
export interface Plan {
  readonly endpoint: string;
  /** Whether every part is valid, so that the request itself must not be rejected. */
  readonly isGood: boolean;
  readonly caller: Caller;
  readonly method?: string;
  /** Percent-encoded if it is a text. */
  readonly id: Value | string;
  readonly query: readonly (readonly [name: string, value: Value | string])[];
  readonly body?: PlannedBody;
  readonly key: KeyUse;
  readonly earlier: number;
  /** Whether to send the tag of the last response of this address. */
  readonly ifChanged: boolean;
  readonly times: number;
  readonly payer: 'confirms' | 'refuses' | 'waits';
}

export interface PlannedBody {
  readonly fields: readonly (readonly [name: string, value: Value])[];
  readonly isForm: boolean;
  readonly documents: readonly DocumentKind[];
  readonly spoil?: Spoil;
}

type Pair = readonly [string, Value];

const around = (endpoint: Endpoint): Arbitrary<Pick<Plan, 'key' | 'earlier' | 'ifChanged' | 'payer' | 'times'>> =>
  fc.record({
    key: fc.constantFrom<KeyUse>(
      ...(endpoint.takesKey
        ? ([...Array<KeyUse>(4).fill('none'), 'fresh', 'fresh', 'repeat', 'reuse'] as const)
        : (['none'] as const)),
    ),
    earlier: fc.nat(15),
    ifChanged: endpoint.method === 'GET' ? fc.boolean() : fc.constant(false),
    payer: fc.constantFrom('confirms', 'refuses', 'waits', 'waits'),
    times: fc.constantFrom(...Array<number>(30).fill(1), 2, 3, 4),
  });

const pairs = (fields: readonly Field[], value: (field: Field) => Arbitrary<Value>): Arbitrary<readonly Pair[]> =>
  fc.tuple(...fields.map((field) => value(field).map((chosen): Pair => [field.name, chosen])));

const goodFields = (fields: readonly Field[]) => pairs(fields, good);
const goodQuery = (fields: readonly Field[]): Arbitrary<readonly Pair[]> =>
  fc
    .subarray([...fields])
    .chain((some) =>
      pairs(some, (field) =>
        field.schema.type === 'integer' || field.schema.enum || /Id$|^ending/.test(field.name)
          ? small(field)
          : fc.nat(63).map((at) => ({ again: field.name, at })),
      ),
    );

/** Small numbers, for pages that exist: a number at its upper bound is an empty page. */
const small = (field: Field): Arbitrary<Value> =>
  field.schema.type === 'integer'
    ? fc.integer({ min: 1, max: 3 }).map((page) => ({ json: String(page) }))
    : good(field);

const planOf = (endpoint: Endpoint, rest: Arbitrary<Partial<Plan>>): Arbitrary<Plan> =>
  fc.tuple(around(endpoint), rest).map(([shared, own]) => ({
    endpoint: endpoint.name,
    isGood: false,
    caller: 'own',
    id: '',
    query: [],
    ...shared,
    ...own,
  }));

const isFormOf = ({ form }: Endpoint): Arbitrary<boolean> => (form ? fc.boolean() : fc.constant(false));

const documentsOf = (kinds: Arbitrary<readonly DocumentKind[]>, isForm: boolean) =>
  isForm ? kinds : fc.constant<readonly DocumentKind[]>([]);

const bodyOf = (
  endpoint: Endpoint,
  fields: Arbitrary<readonly Pair[]>,
  documents: Arbitrary<readonly DocumentKind[]>,
): Arbitrary<Pick<Plan, 'body'>> =>
  endpoint.body
    ? isFormOf(endpoint).chain((isForm) =>
        fc.record({ fields, documents: documentsOf(documents, isForm) }).map((body) => ({ body: { ...body, isForm } })),
      )
    : fc.constant({});

/** Valid by the schema and by every rule, so only stored data can cause a refusal. */
const goodPlan = (endpoint: Endpoint): Arbitrary<Plan> =>
  planOf(
    endpoint,
    fc
      .tuple(
        ownId(endpoint.pathKind),
        goodQuery(endpoint.query),
        bodyOf(
          endpoint,
          goodFields(endpoint.body ?? []),
          fc.constantFrom<readonly DocumentKind[]>([], ['pdf'], ['png'], ['jpeg'], ['unstorable']),
        ),
      )
      .map(([id, query, body]) => ({ isGood: true, id, query, ...body })),
  );

const hostilePlan = (endpoint: Endpoint): Arbitrary<Plan> =>
  planOf(
    endpoint,
    fc
      .tuple(
        idOf(endpoint.pathKind),
        fc.subarray([...endpoint.query]).chain((some) => pairs(some, hostile)),
        fc.subarray([...(endpoint.body ?? [])], { maxLength: Math.min(3, endpoint.body?.length ?? 0) }).chain((odd) =>
          bodyOf(
            endpoint,
            pairs(endpoint.body ?? [], (field) => (odd.includes(field) ? hostile(field) : good(field))),
            fc.subarray([...DOCUMENTS], { maxLength: 1 }),
          ),
        ),
      )
      .map(([id, query, body]) => ({ id, query, ...body })),
  );

const UNKNOWN_FIELDS = ['__proto__', 'constructor', 'toString', 'id', 'companyId', 'status', 'amount', 'created', ''];

const mutatedFields = (endpoint: Endpoint): Arbitrary<readonly Pair[]> => {
  const fields = endpoint.body ?? [];
  const edit = fc.oneof(
    fc.nat().map((at) => (all: readonly Pair[]) => all.filter((_, index) => index !== at % all.length)),
    fc.nat().map((at) => (all: readonly Pair[]) => [...all, ...all.slice(at % all.length, (at % all.length) + 1)]),
    fc
      .constantFrom(...fields)
      .chain((field) =>
        wrong(field).map(
          (value) => (all: readonly Pair[]) =>
            all.map((pair): Pair => (pair[0] === field.name ? [field.name, value] : pair)),
        ),
      ),
    fc
      .tuple(fc.constantFrom(...UNKNOWN_FIELDS), fc.jsonValue({ maxDepth: 2 }))
      .map(([name, value]) => (all: readonly Pair[]) => [...all, [name, { json: JSON.stringify(value) }] as Pair]),
  );
  return fc
    .tuple(goodFields(fields), fc.array(edit, { minLength: 1, maxLength: 3 }))
    .map(([all, edits]) => edits.reduce((edited, change) => (edited.length > 0 ? change(edited) : edited), all));
};

const mutatedQuery = ({ query }: Endpoint): Arbitrary<readonly (readonly [string, Value | string])[]> =>
  fc.array(
    fc.tuple(
      query.length > 0
        ? fc.constantFrom(...query.map(({ name }) => name), 'unknown', '__proto__', 'Page')
        : fc.constant('page'),
      fc.constantFrom('', '1', ...NO_INTEGERS, ...ODD_INTEGERS, ...BAD_IDS.filter((text) => text.length < 1_000)),
    ),
    { maxLength: 3 },
  );

const none = (count: number): readonly undefined[] => Array<undefined>(count).fill(undefined);

const mutatedPlan = (endpoint: Endpoint): Arbitrary<Plan> => {
  const body = endpoint.body
    ? bodyOf(
        endpoint,
        fc.oneof(goodFields(endpoint.body), mutatedFields(endpoint)),
        fc.subarray([...DOCUMENTS], { maxLength: 2 }),
      ).chain(({ body: planned }) =>
        fc
          .constantFrom(...none(2 * SPOILS.length), ...SPOILS)
          .map((spoilt) => ({ body: planned && { ...planned, ...(spoilt && { spoil: spoilt }) } })),
      )
    : fc.constant({});
  return planOf(
    endpoint,
    fc
      .tuple(
        fc.oneof(
          { weight: 3, arbitrary: ownId(endpoint.pathKind) },
          { weight: 1, arbitrary: fc.constantFrom(...BAD_IDS.filter((text) => text.length < 4_000)) },
        ),
        mutatedQuery(endpoint),
        body,
        fc.constantFrom<Caller>(...Array<Caller>(24).fill('own'), 'none', 'unknown', 'revoked', 'twice'),
        fc.constantFrom(...none(90), 'PUT', 'DELETE', 'OPTIONS', 'TRACE', 'PATCH', 'POST'),
      )
      .map(([id, query, made, caller, method]) => ({
        id,
        query,
        ...made,
        caller,
        ...(method !== undefined && method !== endpoint.method && { method }),
      })),
  );
};

export const plansOf = (endpoint: Endpoint): Arbitrary<Plan> =>
  fc.oneof(
    { weight: 5, arbitrary: goodPlan(endpoint) },
    { weight: 3, arbitrary: hostilePlan(endpoint) },
    { weight: 4, arbitrary: mutatedPlan(endpoint) },
  );

export const plansOfAll = (endpoints: readonly Endpoint[]): Arbitrary<Plan> =>
  fc.oneof(
    ...endpoints.map((endpoint) => ({ weight: 2 + (endpoint.body?.length ?? 0), arbitrary: plansOf(endpoint) })),
  );
