import { contractList, endingWithin, exportedList } from '@vehicle-insurance/console';
import {
  certificateMachine,
  contractMachine,
  dateOf,
  statesOf,
  type CertificateStatus,
  type ContractStatus,
} from '@vehicle-insurance/core';
import { Option, type Command } from 'commander';
import { csvText } from '../views/csv-text.ts';
import { contractJson, contractTable, contractText } from '../views/contract-view.ts';
import { matchContracts, resolveCompany } from '../matches.ts';
import { age, days, minutesBefore, count, lastMoment, moment, LIMIT, type Moment } from '../options.ts';
import { inWords, refuse } from '../refusal.ts';
import type { Run } from '../context.ts';

interface ListOptions {
  readonly certificate?: Exclude<CertificateStatus, 'issued'>;
  readonly status?: ContractStatus;
  readonly company?: string;
  readonly since?: Moment;
  readonly until?: Moment;
  readonly older?: number;
  readonly endingWithin?: number;
  readonly notRenewed?: true;
  readonly csv?: true;
  readonly most?: number;
}

export const contractCommands = (contract: Command, run: Run): void => {
  contract
    .command('show <contract>')
    .description('show a contract, its certificate request and its history; list the matches if there are several')
    .action((typed: string) =>
      run(async (context) => {
        const { ports, store } = context;
        const [match, ...others] = await matchContracts(context, typed);
        const shown = (details: Parameters<typeof contractJson>[1]) => contractJson(ports.documents, details);
        if (match && others.length > 0) {
          const listed = [match, ...others];
          return { json: await Promise.all(listed.map(shown)), text: contractTable(listed) };
        }
        const details = await store.contractQueries.inspect(match?.contract.id ?? '');
        if (!details) return refuse(inWords({ code: 'contract_not_found' }));
        return { json: { ...(await shown(details)), history: details.history }, text: contractText(details) };
      }),
    );
  contract
    .command('list')
    .description('list contracts of all companies, latest first')
    .addOption(
      new Option('--certificate <status>', 'only contracts whose certificate has this status').choices(
        CERTIFICATE_STATUSES,
      ),
    )
    .addOption(new Option('--status <status>', 'only contracts with this status').choices(CONTRACT_STATUSES))
    .option('--company <company>', 'only contracts of this company, by id or name')
    .option(
      '--since <moment>',
      'only contracts created at or after this time, such as 2026-11-01 or 2026-11-01T08:00:00Z',
      moment,
    )
    .option(
      '--until <moment>',
      'only contracts created at or before this time; a date includes the whole day',
      lastMoment,
    )
    .option('--older <age>', 'only contracts older than this, such as 90m, 6h or 2d', age)
    .option(
      '--ending-within <days>',
      'only contracts whose last day is within this number of days, earliest first; omits cancelled contracts',
      days,
    )
    .option('--not-renewed', 'only contracts whose vehicle has no contract that ends later')
    .option('--csv', 'print CSV with the same columns as the console’s file')
    .option('--most <count>', `maximum number of lines (default: ${LIMIT}, or all with --csv)`, count)
    .action(({ certificate, status, company, since, until, older, csv, most, ...options }: ListOptions) =>
      run(async (context) => {
        const { endingWithin: within, notRenewed } = options;
        const { ports, store } = context;
        const { zone } = ports;
        const untils = [
          until?.(zone),
          older === undefined ? undefined : minutesBefore(ports.uncheckedClock.now(), older),
        ];
        const filter = {
          certificate,
          status,
          companyId: company === undefined ? undefined : (await resolveCompany(context, company)).id,
          since: since?.(zone),
          until: untils.filter((each) => each !== undefined).sort()[0],
          renewed: notRenewed && false,
          ...(within !== undefined && endingWithin(within, dateOf(ports.uncheckedClock.now(), zone))),
        };
        if (csv) {
          const text = await csvText(exportedList(contractList, store, { filter, zone, most }));
          return { json: text, text };
        }
        const listed = await store.contractQueries.list(filter, most ?? LIMIT);
        return {
          json: await Promise.all(listed.map((details) => contractJson(ports.documents, details))),
          text: contractTable(listed),
        };
      }),
    );
};

const CONTRACT_STATUSES = statesOf(contractMachine);
/** The statuses of `--certificate`. The option finds contracts without a certificate, so `issued` is not a choice. */
const CERTIFICATE_STATUSES = statesOf(certificateMachine).filter((status) => status !== 'issued');
