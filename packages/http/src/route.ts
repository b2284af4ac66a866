import type * as core from '@vehicle-insurance/core';
import {
  Ok,
  type Instant,
  type InvalidRequest,
  type KeptAnswer,
  type Result,
  type Unreadable,
  type Upload,
} from '@vehicle-insurance/core';
import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import type { ApiError, ErrorCode } from './errors.ts';
import { readQuery } from './input/query.ts';
import type { InputSchema } from './input/schema.ts';

/** The use cases of the core, each under the name of the function that makes it. */
export type UseCaseName = {
  [Name in keyof typeof core]: (typeof core)[Name] extends (dependencies: never) => UseCase ? Name : never;
}[keyof typeof core];
type UseCase = (command: never) => Promise<Result<unknown, unknown>>;

/** These use cases, by name: what routes that declare them need. */
export type UseCasesNamed<Names extends UseCaseName> = { readonly [Name in Names]: ReturnType<(typeof core)[Name]> };

type Answered<Name extends UseCaseName> = Awaited<ReturnType<ReturnType<(typeof core)[Name]>>>;
type CommandOf<Name extends UseCaseName> = Parameters<ReturnType<(typeof core)[Name]>>[0];
type ValueOf<Name extends UseCaseName> = Answered<Name> extends Result<infer Value, unknown> ? Value : never;
/**
 * The codes of a use case's errors but `invalid_request`, which every use case has: an endpoint can answer it where it
 * takes a body or a query, and without either there is nothing a caller could get wrong.
 */
type CodesOf<Name extends UseCaseName> =
  Answered<Name> extends Result<unknown, infer Refusal>
    ? Refusal extends ApiError
      ? Exclude<Refusal['code'], 'invalid_request'>
      : never
    : never;

/** The type a schema describes; nothing where there is no schema. */
type TypeOf<Schema> = Schema extends typeof PDF
  ? Uint8Array
  : Schema extends JSONSchema
    ? FromSchema<Schema>
    : undefined;

/** What an answer is that is a PDF, and no JSON. */
export const PDF = { type: 'string', format: 'binary', contentMediaType: 'application/pdf' } as const;

/** A body as its schema describes it. Nothing of it is checked yet: the domain refuses wrong types and values alike. */
type BodyOf<Schema> = Unchecked<TypeOf<Schema>>;
type Unchecked<Body> = {
  [Field in keyof Body]: Body[Field] extends string ? string : Body[Field] extends number ? number : Body[Field];
};

/** The codes, if all that are needed are listed; otherwise the missing ones, in the compiler's message. */
type Exactly<Listed, Needed> = [Needed] extends [Listed] ? unknown : { readonly missing: Exclude<Needed, Listed> };

/** A request once it has been read; `id` is the one in the path. */
export interface Request<Query = string, Body = object | undefined> {
  readonly companyId: string;
  readonly id: string;
  readonly query: Query;
  readonly body: Body;
  readonly upload: Upload | Unreadable | undefined;
  /** The id of what the request creates, where it came under an idempotency key. */
  readonly newId?: string | undefined;
  /** Settles when the caller is answered, or has hung up. */
  readonly gone: () => Promise<unknown>;
}

/** What the document tells about an endpoint besides its types. */
interface Documented {
  readonly method: 'get' | 'post' | 'patch';
  /** Appended to the API's path; `{id}` is any string. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly deprecation?: Deprecation;
}

/** That an endpoint is on its way out. */
export interface Deprecation {
  /** The day from which it should not be used any more, `YYYY-MM-DD`. */
  readonly since: string;
  /** The day from which it does not answer any more, no earlier than `since`; absent while that is not decided. */
  readonly sunset?: string;
  /** What to use instead, as the end of a sentence that begins with `Use`. */
  readonly instead: string;
  /** The page that tells how to change over. */
  readonly link: string;
}

/** One endpoint: what comes in, which use case decides, what goes out. */
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
  /** The body may also come as a multipart form, with a file. */
  readonly form?: boolean;
  readonly answer: { readonly status: 200 | 201; readonly schema: View };
  /** Every code the use case can answer: a missing one does not compile. */
  readonly errors: readonly Code[] & Exactly<Code, CodesOf<Name>>;
  readonly command: (request: Request<TypeOf<Query>, BodyOf<Body>>) => CommandOf<Name>;
  readonly view: (value: ValueOf<Name>) => TypeOf<View>;
  /** Seconds after which asking again is worth it; undefined when nothing is waited for. */
  readonly askAgain?: (answer: TypeOf<View>, now: Instant) => number | undefined;
  /** Whether an answer has links in it that are good for a while only: the same again would be another. */
  readonly hasLinks?: (answer: TypeOf<View>) => boolean;
  /** Whether an answer can be long in coming, so that its caller's key is looked at again before it is sent. */
  readonly waits?: boolean;
  /** Whether all that a request does is one transaction of the use case, which then keeps the answer under its key. */
  readonly isOneTransaction?: (request: Pick<Request, 'upload'>) => boolean;
}

/** An endpoint as the router and the OpenAPI document see it. */
export interface Route<Name extends UseCaseName = UseCaseName> extends Documented {
  /** The use case that decides, which gives the operation its name. */
  readonly operationId: Name;
  readonly query: InputSchema | undefined;
  readonly body: InputSchema | undefined;
  readonly form: boolean;
  readonly answer: { readonly status: number; readonly schema: object };
  readonly errors: readonly ErrorCode[];
  /** Told what the endpoint has answered. */
  readonly askAgain?: (answer: unknown, now: Instant) => number | undefined;
  readonly hasLinks?: (answer: unknown) => boolean;
  readonly waits?: boolean;
  readonly isOneTransaction?: (request: Pick<Request, 'upload'>) => boolean;
  /** The view of what the use case answers, or why there is none. `keep` is told it by the change itself. */
  readonly respond: (
    useCases: UseCasesNamed<Name>,
    request: Request,
    keep?: (view: unknown) => KeptAnswer,
  ) => Promise<Result<unknown, ApiError>>;
}

/** Declares an endpoint. */
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
  // A paper is a single read, and every other reading that takes parameters a list.
  const queryOf = parametersOf<TypeOf<Query>>(query, definition.answer.schema !== PDF);
  const bodyOf = (sent: object | undefined) => (body && sent ? knownFields(body, sent) : undefined) as BodyOf<Body>;

  return {
    ...(definition as Pick<
      Route,
      'answer' | 'errors' | 'askAgain' | 'hasLinks' | 'waits' | 'isOneTransaction' | keyof Documented
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
  keep?: (value: ValueOf<Name>) => KeptAnswer,
) => Promise<Result<ValueOf<Name>, ApiError>>;

/** The parameters of an endpoint that takes any; one without ignores whatever is sent. */
const parametersOf =
  <Parameters>(schema: InputSchema | undefined, isOfList: boolean) =>
  (query: string): Result<Parameters, InvalidRequest> =>
    (schema ? readQuery(schema, query, { isOfList }) : Ok(undefined)) as Result<Parameters, InvalidRequest>;

/** The fields of a schema out of a body; others are ignored. What their values must be, the domain says. */
const knownFields = ({ properties }: InputSchema, body: object): object => {
  const given = body as Readonly<Record<string, unknown>>;
  const known: Record<string, unknown> = {};
  for (const name of Object.keys(properties)) if (Object.hasOwn(body, name)) known[name] = given[name];
  return known;
};
