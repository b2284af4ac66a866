import type * as core from '@vehicle-insurance/core';
import {
  Ok,
  type Instant,
  type InvalidRequest,
  type StoredResponse,
  type Result,
  type Unreadable,
  type Upload,
} from '@vehicle-insurance/core';
import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import type { ApiError, ErrorCode } from './api-error.ts';
import { readQuery } from './input/query.ts';
import type { InputSchema } from './input/schema.ts';

/** The use cases of the core, each under the name of its factory function. */
export type UseCaseName = {
  [Name in keyof typeof core]: (typeof core)[Name] extends (dependencies: never) => UseCase ? Name : never;
}[keyof typeof core];
type UseCase = (command: never) => Promise<Result<unknown, unknown>>;

export type UseCasesNamed<Names extends UseCaseName> = { readonly [Name in Names]: ReturnType<(typeof core)[Name]> };

type Answered<Name extends UseCaseName> = Awaited<ReturnType<ReturnType<(typeof core)[Name]>>>;
type CommandOf<Name extends UseCaseName> = Parameters<ReturnType<(typeof core)[Name]>>[0];
type ValueOf<Name extends UseCaseName> = Answered<Name> extends Result<infer Value, unknown> ? Value : never;
/**
 * The error codes of a use case except `invalid_request`, which an endpoint can return only if it has a body or a
 * query.
 */
type CodesOf<Name extends UseCaseName> =
  Answered<Name> extends Result<unknown, infer Refusal>
    ? Refusal extends ApiError
      ? Exclude<Refusal['code'], 'invalid_request'>
      : never
    : never;

/** The type that a schema describes; `undefined` without a schema. */
type TypeOf<Schema> = Schema extends typeof PDF
  ? Uint8Array
  : Schema extends JSONSchema
    ? FromSchema<Schema>
    : undefined;

export const PDF = { type: 'string', format: 'binary', contentMediaType: 'application/pdf' } as const;

/** A body of the schema's type before validation. The domain refuses wrong types and values. */
type BodyOf<Schema> = Unchecked<TypeOf<Schema>>;
type Unchecked<Body> = {
  [Field in keyof Body]: Body[Field] extends string ? string : Body[Field] extends number ? number : Body[Field];
};

/** Compiles only if `Listed` contains every needed code. Otherwise the compiler's message names the missing codes. */
type Exactly<Listed, Needed> = [Needed] extends [Listed] ? unknown : { readonly missing: Exclude<Needed, Listed> };

/** A request that has been read completely. `id` is the id in the path. */
export interface Request<Query = string, Body = object | undefined> {
  readonly companyId: string;
  /** The id of the caller's API key. */
  readonly keyId: string;
  readonly id: string;
  readonly query: Query;
  readonly body: Body;
  readonly upload: Upload | Unreadable | undefined;
  /** The id of the object to create. Present only if the request has an idempotency key. */
  readonly newId?: string | undefined;
  /** Settles when the response has been sent or the caller has disconnected. */
  readonly gone: () => Promise<unknown>;
  /** Runs a wait, during which the request does not count as running. */
  readonly idle: core.Idle;
}

/** The documentation of an endpoint in the OpenAPI document. */
interface Documented {
  readonly method: 'get' | 'post' | 'patch';
  /** Appended to the API's path. `{id}` stands for any string. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly deprecation?: Deprecation;
}

/** The deprecation of an endpoint. */
export interface Deprecation {
  /** `YYYY-MM-DD`. From this day, clients should stop using the endpoint. */
  readonly since: string;
  /** The day of the endpoint's removal, no earlier than `since`. Absent until the day is decided. */
  readonly sunset?: string;
  /** The replacement, as the end of a sentence that begins with `Use`. */
  readonly instead: string;
  /** The page that explains how to migrate. */
  readonly link: string;
}

interface Definition<
  Name extends UseCaseName,
  Query extends InputSchema | undefined,
  Body extends InputSchema | undefined,
  View extends object,
  Code extends ErrorCode,
> extends Documented {
  readonly useCase: Name;
  readonly query?: Query;
  readonly body?: Body;
  /** Whether the body may also be a multipart form with a file. */
  readonly form?: boolean;
  readonly answer: { readonly status: 200 | 201; readonly schema: View };
  /** Every error code of the use case. A missing code does not compile. */
  readonly errors: readonly Code[] & Exactly<Code, CodesOf<Name>>;
  readonly command: (request: Request<TypeOf<Query>, BodyOf<Body>>) => CommandOf<Name>;
  readonly view: (value: ValueOf<Name>) => TypeOf<View>;
  /** Seconds after which the caller should poll again; undefined if nothing is pending. */
  readonly scheduleQuery?: (answer: TypeOf<View>, now: Instant) => number | undefined;
  /** Whether a response contains links that expire. */
  readonly hasLinks?: (answer: TypeOf<View>) => boolean;
  /** Whether a response can take long. If so, the caller's key is checked again before the response is sent. */
  readonly waits?: boolean;
  /**
   * Whether the use case processes the request in a single transaction. The same transaction then stores the response
   * under the idempotency key.
   */
  readonly isOneTransaction?: (request: Pick<Request, 'upload'>) => boolean;
  /**
   * Removes secrets from a response before it is stored under an idempotency key. Absent: the whole response is stored.
   */
  readonly keep?: (answer: TypeOf<View>) => TypeOf<View>;
}

/** An endpoint, for the router and the OpenAPI document. */
export interface Route<Name extends UseCaseName = UseCaseName> extends Documented {
  /** The name of the use case. */
  readonly operationId: Name;
  readonly query: InputSchema | undefined;
  readonly body: InputSchema | undefined;
  readonly form: boolean;
  readonly answer: { readonly status: number; readonly schema: object };
  readonly errors: readonly ErrorCode[];
  readonly scheduleQuery?: (answer: unknown, now: Instant) => number | undefined;
  readonly hasLinks?: (answer: unknown) => boolean;
  readonly waits?: boolean;
  readonly isOneTransaction?: (request: Pick<Request, 'upload'>) => boolean;
  readonly keep?: (answer: unknown) => unknown;
  /**
   * Runs the use case. Returns the view of the result, or the error. Within the use case's transaction, `keep` receives
   * the view and returns the response to store together with the change.
   */
  readonly respond: (
    useCases: UseCasesNamed<Name>,
    request: Request,
    keep?: (view: unknown) => StoredResponse,
  ) => Promise<Result<unknown, ApiError>>;
}

export const route = <
  const Name extends UseCaseName,
  const View extends object,
  const Code extends CodesOf<Name> = never,
  const Query extends InputSchema | undefined = undefined,
  const Body extends InputSchema | undefined = undefined,
>(
  definition: Definition<Name, Query, Body, View, Code>,
): Route<Name> => {
  const { useCase: name, query, body, form = false, command } = definition;
  const show: (value: ValueOf<Name>) => unknown = definition.view;
  // A PDF is a single object. Every other GET with parameters is a list.
  const queryOf = parametersOf<TypeOf<Query>>(query, definition.answer.schema !== PDF);
  const bodyOf = (sent: object | undefined) => (body && sent ? knownFields(body, sent) : undefined) as BodyOf<Body>;

  return {
    ...(definition as Pick<
      Route,
      'answer' | 'errors' | 'scheduleQuery' | 'hasLinks' | 'waits' | 'isOneTransaction' | 'keep' | keyof Documented
    >),
    operationId: name,
    query,
    body,
    form,
    respond: async (useCases, request, keep) => {
      const parameters = queryOf(request.query);
      if (parameters.isErr()) return parameters;
      const useCase = useCases[name] as Asked<Name>;
      const asked = command({ ...request, query: parameters.value, body: bodyOf(request.body) });
      const answered = await useCase(asked, keep && ((value) => keep(show(value))));
      return answered.map(show);
    },
  };
};

type Asked<Name extends UseCaseName> = (
  command: CommandOf<Name>,
  keep?: (value: ValueOf<Name>) => StoredResponse,
) => Promise<Result<ValueOf<Name>, ApiError>>;

/** Without a schema, the query is ignored. */
const parametersOf =
  <Parameters>(schema: InputSchema | undefined, isOfList: boolean) =>
  (query: string): Result<Parameters, InvalidRequest> =>
    (schema ? readQuery(schema, query, { isOfList }) : Ok(undefined)) as Result<Parameters, InvalidRequest>;

/** Only the schema's fields. The domain validates the values. */
const knownFields = ({ properties }: InputSchema, body: object): object => {
  const given = body as Readonly<Record<string, unknown>>;
  const known: Record<string, unknown> = {};
  for (const name of Object.keys(properties)) if (Object.hasOwn(body, name)) known[name] = given[name];
  return known;
};
