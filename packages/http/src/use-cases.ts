import type {
  ChangeExternalId,
  CreateQuote,
  GetContract,
  GetQuote,
  GetQuoteStatus,
  GetVehicle,
  ListContracts,
  ListCoverages,
  ListQuotes,
  ListVehicles,
  PayQuote,
  RegisterVehicle,
  Result,
} from '@vehicle-insurance/core';
import type { ApiError } from './errors.ts';

/** What the API can be asked to do: each is one file of the core. */
export interface UseCases {
  readonly registerVehicle: RegisterVehicle;
  readonly listVehicles: ListVehicles;
  readonly getVehicle: GetVehicle;
  readonly changeExternalId: ChangeExternalId;
  readonly listCoverages: ListCoverages;
  readonly createQuote: CreateQuote;
  readonly listQuotes: ListQuotes;
  readonly getQuote: GetQuote;
  readonly payQuote: PayQuote;
  readonly getQuoteStatus: GetQuoteStatus;
  readonly listContracts: ListContracts;
  readonly getContract: GetContract;
}

export type UseCaseName = keyof UseCases;

type Answered<Name extends UseCaseName> = Awaited<ReturnType<UseCases[Name]>>;

export type CommandOf<Name extends UseCaseName> = Parameters<UseCases[Name]>[0];
export type ValueOf<Name extends UseCaseName> = Answered<Name> extends Result<infer Value, unknown> ? Value : never;
/**
 * The codes of a use case's errors but `invalid_request`, which every use case has: an endpoint can answer it where it
 * takes a body or a query, and without either there is nothing a caller could get wrong.
 */
export type CodesOf<Name extends UseCaseName> =
  Answered<Name> extends Result<unknown, infer Refusal>
    ? Refusal extends ApiError
      ? Exclude<Refusal['code'], 'invalid_request'>
      : never
    : never;
