import type { OpenApiDocument } from '@vehicle-insurance/http';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { operationsOf, type Field, type Operation } from './operations.ts';
import { TO_THE_LETTER } from './values.ts';

export interface Endpoint extends Operation {
  /** The object that an id in the path identifies: `quote` in `/quote/{id}/pay`. */
  readonly pathKind: string;
  /** The object in a successful response: `payment` for the schema `Payment`, `vehicle` for a page of vehicles. */
  readonly answerKind: string;
  readonly takesKey: boolean;
  readonly answers: ReadonlyMap<number, DocumentedAnswer>;
}

interface DocumentedAnswer {
  /** Returns the flaws of a body; none if it is as documented. Undefined if the response has no body. */
  readonly problems: ((body: unknown) => readonly string[]) | undefined;
  /** Empty if the response is not an error. */
  readonly codes: ReadonlySet<string>;
  /** Returns the flaws of a header's value, by name; a header that is missing here is not documented. */
  readonly headers: ReadonlyMap<string, (value: string) => readonly string[]>;
}

interface Response {
  readonly headers?: Readonly<Record<string, { readonly schema: object }>>;
  readonly content?: Readonly<
    Record<
      string,
      { readonly schema: object; readonly examples?: Readonly<Record<string, { readonly value: unknown }>> }
    >
  >;
}

const DATE = /^\d{4}-\d\d-\d\d$/;
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const exists = (text: string): boolean => {
  const at = new Date(text);
  return !Number.isNaN(at.valueOf()) && at.toISOString().startsWith(text.slice(0, 10));
};
const FORMATS = {
  date: (text: string) => DATE.test(text) && exists(text),
  'date-time': (text: string) => TIMESTAMP.test(text) && exists(text),
};

const validators = () => new Ajv2020({ allErrors: true, strict: false, formats: FORMATS });

const inWords = ({ errors }: ValidateFunction): readonly string[] =>
  (errors ?? []).map(({ instancePath, message, params }: ErrorObject) =>
    `${instancePath || 'the body'} ${message ?? ''} ${JSON.stringify(params)}`.trim(),
  );

/** The same document with every object closed, so that undocumented fields are reported. */
const closed = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const inner = Object.fromEntries(
    Object.entries(schema)
      .filter(([keyword]) => keyword !== 'examples' && keyword !== 'example')
      .map(([keyword, value]) => [keyword, closed(value)]),
  );
  return 'properties' in schema && 'required' in schema ? { ...inner, additionalProperties: false } : inner;
};

export const endpointsOf = (document: OpenApiDocument): readonly Endpoint[] => {
  const ajv = validators();
  const schemas = closed(document.components.schemas) as Readonly<Record<string, object>>;
  ajv.addSchema({ $id: 'document', components: { schemas } });
  const compiled = (schema: object) =>
    ajv.compile(JSON.parse(JSON.stringify(closed(schema)).replaceAll('"#/', '"document#/')) as object);

  const answerOf = ({ headers = {}, content }: Response): DocumentedAnswer => {
    const json = content?.['application/json'];
    const validate = json && compiled(json.schema);
    const examples = Object.values(json?.examples ?? {}).map(({ value }) => (value as { readonly code: string }).code);
    return {
      problems: validate && ((body) => (validate(body) ? [] : inWords(validate))),
      codes: new Set(examples),
      headers: new Map(
        Object.entries(headers).map(([name, { schema }]) => {
          const check = compiled(schema);
          const isNumber = (schema as { readonly type?: string }).type === 'integer';
          const read = (value: string): unknown => (isNumber && /^\d+$/.test(value) ? Number(value) : value);
          return [name.toLowerCase(), (value) => (check(read(value)) ? [] : inWords(check))];
        }),
      ),
    };
  };

  return operationsOf(document).map((operation) => {
    const described = document.paths[operation.path]?.[operation.method.toLowerCase()] as {
      readonly parameters: readonly { readonly name: string; readonly in: string }[];
      readonly responses: Readonly<Record<string, Response>>;
    };
    const responses = Object.entries(described.responses);
    return {
      ...operation,
      pathKind: operation.path.split('/')[1] ?? '',
      answerKind: kindOf(responses.find(([status]) => Number(status) < 300)?.[1]),
      takesKey: described.parameters.some(
        (parameter) => parameter.in === 'header' && /idempotency/i.test(parameter.name),
      ),
      answers: new Map(responses.map(([status, response]) => [Number(status), answerOf(response)])),
    };
  });
};

const kindOf = (response: Response | undefined): string =>
  /"#\/components\/schemas\/([A-Z]\w*?)(?:Page|Status)?"/
    .exec(JSON.stringify(response?.content?.['application/json']?.schema ?? {}))?.[1]
    ?.toLowerCase() ?? '';

/** Names the fields of a request that break the document's schema: the API must refuse each of them. */
export type Violations = (fields: readonly Field[], sent: Readonly<Record<string, unknown>>) => readonly string[];

export const violations = (): Violations => {
  const ajv = validators();
  const compiled = new Map<Field, ValidateFunction>();
  const checkOf = (field: Field): ValidateFunction => {
    const check = compiled.get(field) ?? ajv.compile(field.schema);
    compiled.set(field, check);
    return check;
  };
  return (fields, sent) =>
    fields
      .filter((field) => {
        const value = Object.hasOwn(sent, field.name) ? sent[field.name] : undefined;
        if (value === undefined || (value === null && !field.required)) return field.required;
        return !checkOf(field)(asKept(field, value));
      })
      .map(({ name }) => name);
};

/** Text for people is trimmed and normalised to NFC before its length is checked (docs/api.md 1.5). */
const asKept = ({ name, schema }: Field, value: unknown): unknown =>
  typeof value === 'string' && schema.maxLength !== undefined && !TO_THE_LETTER.includes(name) && value.length < 10_000
    ? value.trim().normalize('NFC')
    : value;
