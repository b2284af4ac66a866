import {
  search,
  type Company,
  type Group,
  type QuoteFound,
  type SearchResult,
  type VehicleFound,
} from '@vehicle-insurance/core';
import type { Command } from 'commander';
import { table, type CommandOutput } from '../command-output.ts';
import type { Context, Run } from '../context.ts';
import { contractJson, contractTable } from '../views/contract-view.ts';
import { paymentJson, paymentTable } from '../views/payment-view.ts';

/** Adds `search`, which finds clients, contracts, payments, vehicles and companies by a text. */
export const searchCommand = (program: Command, run: Run): void => {
  program
    .command('search <text...>')
    .description(
      'find clients, contracts, payments, vehicles and companies by a part of a name, phone, plate, number or id',
    )
    .action((typed: readonly string[]) =>
      run(async (context) => outputOf(await search(context.store)(typed.join(' ')), context)),
    );
};

const outputOf = async (found: SearchResult, { ports }: Pick<Context, 'ports'>): Promise<CommandOutput> => {
  const { clients, contracts, payments, vehicles, companies } = found;
  const texts = [
    section('CLIENTS', clients, clientTable),
    section('CONTRACTS', contracts, contractTable),
    section('PAYMENTS', payments, paymentTable),
    section('VEHICLES', vehicles, vehicleTable),
    section('COMPANIES', companies, companyTable),
  ].filter((text) => text !== '');
  return {
    json: {
      clients: clients.matches.map(({ policyholder: { name, phone }, ...client }) => ({ name, phone, ...client })),
      contracts: await Promise.all(contracts.matches.map((details) => contractJson(ports.documents, details))),
      payments: payments.matches.map(paymentJson),
      vehicles: vehicles.matches,
      companies: companies.matches.map(({ id, name, enabled, created }) => ({ id, name, enabled, created })),
      more: Object.fromEntries(Object.entries(found).map(([kind, { more }]) => [kind, more])),
    },
    text: texts.length === 0 ? 'Nothing found.' : texts.join('\n\n'),
  };
};

/** A title and a table of the matches; empty if nothing matches. */
const section = <Match>(
  title: string,
  { matches, more, isUncounted }: Group<Match>,
  tableOf: (matches: readonly Match[]) => string,
): string => {
  if (matches.length === 0) return '';
  const others = more === 0 ? [] : [`${isUncounted ? 'More than ' : ''}${more} more: refine the search.`];
  return [title, tableOf(matches), ...others].join('\n');
};

const clientTable = (clients: readonly QuoteFound[]): string =>
  table(
    ['NAME', 'PHONE', 'PLATE', 'POLICY', 'COMPANY', 'LATEST QUOTE'],
    clients.map(({ policyholder: { name, phone }, licencePlate, policyNumber, companyName, created }) => [
      ...[name, phone, licencePlate, policyNumber, companyName, created],
    ]),
  );

const vehicleTable = (vehicles: readonly VehicleFound[]): string =>
  table(
    ['ID', 'PLATE', 'MODEL', 'HOLDER', 'POLICY', 'COMPANY', 'CREATED'],
    vehicles.map(({ id, licencePlate, brand, model, holderName, policyNumber, companyName, created }) => [
      ...[id, licencePlate, `${brand} ${model}`, holderName, policyNumber, companyName, created],
    ]),
  );

const companyTable = (companies: readonly Company[]): string =>
  table(
    ['ID', 'NAME', 'STATUS', 'CREATED'],
    companies.map(({ id, name, enabled, created }) => [id, name, enabled ? 'enabled' : 'disabled', created]),
  );
