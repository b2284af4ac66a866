import type { LocalDate } from '@vehicle-insurance/core';
import type { NewQuote } from '../plain/create-quote.ts';
import { isId } from '../plain/ids.ts';
import { Refusal } from '../plain/refusals.ts';
import type { NewVehicle } from '../plain/register-vehicle.ts';

type Body = Readonly<Record<string, unknown>>;

const refuse = (field: string): never => {
  throw new Refusal('invalid_request', { details: [{ field, message: 'breaks a rule' }] });
};

const textOf = (body: Body, field: string, min: number, max: number): string => {
  const given = body[field];
  if (typeof given !== 'string' || !given.isWellFormed()) return refuse(field);
  const text = given.trim().normalize('NFC');
  return text.length >= min && text.length <= max && !/\p{Cc}/u.test(text) ? text : refuse(field);
};

/** The caller's own key is stored unchanged. */
const externalIdOf = ({ externalId: given = null }: Body): string | null => {
  if (given === null) return null;
  const isKey = typeof given === 'string' && given.isWellFormed() && given.length >= 1 && given.length <= 255;
  return isKey && !/\p{Cc}/u.test(given) ? given : refuse('externalId');
};

const wholeOf = (body: Body, field: string, min: number, max: number): number => {
  const given = body[field];
  return Number.isSafeInteger(given) && (given as number) >= min && (given as number) <= max
    ? (given as number)
    : refuse(field);
};

const oneOf = <Value>(body: Body, field: string, values: readonly Value[]): Value =>
  values.includes(body[field] as Value) ? (body[field] as Value) : refuse(field);

const PLATE = /^[A-Z0-9-]{2,20}$/;
const MOBILE = /^(?:\+225)?((?:01|05|07)\d{8})$/;
const DATE = /^\d{4}-\d\d-\d\d$/;
const LARGEST = 10 ** 12;

const dateOf = (body: Body, field: string): string => {
  const given = body[field];
  if (typeof given !== 'string' || !DATE.test(given)) return refuse(field);
  const at = new Date(`${given}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(given) ? given : refuse(field);
};

const today = (): string => new Date().toISOString().slice(0, 10);

/** docs/api.md 3.1. */
export const newVehicle = (body: Body): NewVehicle => {
  const plate = textOf(body, 'licencePlate', 2, 200).replace(/ +/g, '').toUpperCase();
  const firstRoadDate = dateOf(body, 'firstRoadDate');
  return {
    type: oneOf(body, 'type', ['auto', 'bike']),
    licencePlate: PLATE.test(plate) ? plate : refuse('licencePlate'),
    externalId: externalIdOf(body),
    brand: textOf(body, 'brand', 1, 100),
    model: textOf(body, 'model', 1, 100),
    year: wholeOf(body, 'year', 1900, 2100),
    firstRoadDate: firstRoadDate <= today() ? firstRoadDate : refuse('firstRoadDate'),
    carOriginalValue: wholeOf(body, 'carOriginalValue', 0, LARGEST),
    carMarketValue: wholeOf(body, 'carMarketValue', 0, LARGEST),
    energy: oneOf(body, 'energy', ['essence', 'diesel', 'electric', 'hybrid']),
    power: wholeOf(body, 'power', 1, LARGEST),
    noSeat: wholeOf(body, 'noSeat', 1, 100),
  };
};

/** docs/api.md 3.3. */
export const newQuote = (body: Body): NewQuote => {
  const vehicleId = textOf(body, 'vehicleId', 0, 1_000);
  const startDate = dateOf(body, 'startDate');
  const mobile = MOBILE.exec(textOf(body, 'policyHolderPhone', 10, 100).replace(/ +/g, ''))?.[1];
  return {
    vehicleId: isId(vehicleId) ? vehicleId : notFound(),
    coverageId: textOf(body, 'coverageId', 0, 1_000),
    duration: oneOf(body, 'duration', [3, 6, 12] as const),
    usage: oneOf(body, 'usage', ['pleasure', 'renting'] as const),
    policyHolderName: textOf(body, 'policyHolderName', 2, 150),
    policyHolderPhone: mobile === undefined ? refuse('policyHolderPhone') : `+225${mobile}`,
    startDate: startDate >= today() ? (startDate as LocalDate) : refuse('startDate'),
  };
};

const notFound = (): never => {
  throw new Refusal('vehicle_not_found');
};

const PAGE = /^[1-9]\d{0,14}$/;

/** The page of a list in a query, without filters, which are not measured. */
export const pageOf = (query: string): { page: number; limit: number } => {
  const page = { page: 1, limit: 20 };
  for (const [name, value] of new URLSearchParams(query)) {
    if ((name !== 'page' && name !== 'limit') || !PAGE.test(value)) return refuse(name);
    page[name] = Number(value);
  }
  return page.limit <= 100 ? page : refuse('limit');
};
