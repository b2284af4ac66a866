import { isApiError, type InsuranceClient } from '@vehicle-insurance/client';
import type { AddressGuard } from '../address-guard.ts';
import { addressIn } from '../endpoint-rules.ts';
import { Fault, FAULTS } from '../faults.ts';
import { askApi } from './caller.ts';
import { invalidField, Refusal, type FieldProblem } from './refusal.ts';

/** The maximum lengths of texts, in characters. */
export const LONGEST = { url: 2_000, description: 200 } as const;

/** The fields of an endpoint that a company sends. Absent fields are undefined. */
export interface EndpointFields {
  readonly address: string | undefined;
  /** Null means all types. */
  readonly types: string[] | null | undefined;
  readonly description: string | null | undefined;
  readonly isOn: boolean | undefined;
}

type Body = Readonly<Record<string, unknown>>;

/**
 * Reads the fields of an endpoint. Throws a refusal that lists every field that breaks a rule. Unknown types are
 * reported only if all fields are otherwise valid.
 */
export const endpointFields = async (
  body: Body,
  guard: AddressGuard,
  client: Pick<InsuranceClient, 'listEvents'>,
): Promise<EndpointFields & { readonly newest: number }> => {
  const problems: FieldProblem[] = [];
  const read = <Value>(field: string, take: (value: unknown) => Value): Value | undefined => {
    try {
      return body[field] === undefined ? undefined : take(body[field]);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      problems.push({ field, message: error.rule });
      return undefined;
    }
  };
  const fields = {
    address: read('url', (value) => addressIn(textIn(value, LONGEST.url), guard)),
    types: read('types', typesIn),
    description: read('description', (value) => (value === null ? null : textIn(value, LONGEST.description))),
    isOn: read('isOn', flagIn),
  };
  if (problems.length > 0) throw new Refusal('invalid_request', problems);
  return { ...fields, newest: await newestEvent(client, fields.types ?? undefined) };
};

const textIn = (value: unknown, max: number): string => {
  if (typeof value !== 'string' || !value.isWellFormed() || /\p{Cc}/u.test(value) || value.trim() === '')
    throw new Fault(FAULTS.line);
  if (value.length > max) throw new Fault(FAULTS.longest(max));
  return value.trim();
};

const flagIn = (value: unknown): boolean => {
  if (typeof value !== 'boolean') throw new Fault(FAULTS.flag);
  return value;
};

/** A type's name contains no comma, because the API separates types by commas. */
const typesIn = (value: unknown): string[] | null => {
  if (value === null) return null;
  const types: readonly unknown[] = Array.isArray(value) ? value : [];
  if (types.length === 0 || types.length > 100) throw new Fault(FAULTS.types);
  return [...new Set(types.map((type) => textIn(type, 100)))].map((type) => {
    if (!/^[\w.]+$/.test(type)) throw new Fault(FAULTS.types);
    return type;
  });
};

/** The position of the newest event. The API rejects unknown types, and its error lists the known types. */
const newestEvent = async (client: Pick<InsuranceClient, 'listEvents'>, types?: readonly string[]): Promise<number> => {
  try {
    return (await askApi(() => client.listEvents({ limit: 1, type: types?.join(',') }))).newest;
  } catch (error) {
    if (!isApiError(error, 'invalid_request')) throw error;
    // The API has answered in the language of the request.
    const message = error.details[0]?.message;
    throw invalidField('types', message === undefined ? FAULTS.knownTypes : { en: message, fr: message });
  }
};
