import type { CertificateStatus, ContractStatus } from '@vehicle-insurance/core';
import { Option, type Command } from 'commander';
import { contractShown, contractTable, contractText } from './contract-shown.ts';
import { contractsMeant, theCompany, theContract } from './meant.ts';
import { age, ago, count, lastMoment, moment, MOST, said, type Moment } from './options.ts';
import { inWords, refuse } from './refuse.ts';
import type { Run } from './workplace.ts';

interface Listed {
  readonly certificate?: Exclude<CertificateStatus, 'issued'>;
  readonly status?: ContractStatus;
  readonly company?: string;
  readonly since?: Moment;
  readonly until?: Moment;
  readonly older?: number;
  readonly most: number;
}

/** `contract`: what was insured. */
export const contractVerbs = (contract: Command, run: Run): void => {
  contract
    .command('show <contract>')
    .description('a contract, its certificate request and its history; several that may be meant are listed')
    .action((typed: string) =>
      run(async (workplace) => {
        const { get, store } = workplace;
        const [meant, ...others] = await contractsMeant(workplace, typed);
        const shown = (view: Parameters<typeof contractShown>[1]) => contractShown(get('documents'), view);
        if (meant && others.length > 0) {
          const views = [meant, ...others];
          return { json: await Promise.all(views.map(shown)), text: contractTable(views) };
        }
        const view = await store.contractViews.inspect(meant?.contract.id ?? '');
        if (!view) return refuse(inWords({ code: 'contract_not_found' }));
        return { json: { ...(await shown(view)), history: view.history }, text: contractText(view) };
      }),
    );
  contract
    .command('cancel <contract>')
    .description('give up a contract that gets no certificate: all that was charged goes back; its company sees why')
    .requiredOption('--why <why>', 'why it cannot be insured; callers are shown it', said)
    .action((typed: string, { why }: { why: string }) =>
      run(async (workplace) => {
        const { get, store, by } = workplace;
        const contractId = await theContract(workplace, typed);
        const cancelled = await get('cancelContract')({ contractId, why, by });
        if (cancelled.isErr()) return refuse(inWords(cancelled.error));
        const view = await store.contractViews.inspect(contractId);
        if (!view) return refuse(inWords({ code: 'contract_not_found' }));
        const { paymentId } = view.contract;
        return {
          json: await contractShown(get('documents'), view),
          text: `The contract is cancelled. What was paid goes back by itself: \`payment show ${paymentId}\` tells how far that is.`,
        };
      }),
    );
  contract
    .command('list')
    .description('contracts of all companies, the latest first')
    .addOption(new Option('--certificate <status>', 'whose certificate is').choices(['pending', 'failed']))
    .addOption(new Option('--status <status>', 'which are').choices(CONTRACT_STATUSES))
    .option('--company <company>', 'of a company, by id or name')
    .option('--since <moment>', 'created then or later, such as 2026-11-01 or 2026-11-01T08:00:00Z', moment)
    .option('--until <moment>', 'created then or earlier; a day counts to its end', lastMoment)
    .option('--older <age>', 'created at least so long ago: 90m, 6h, 2d', age)
    .option('--most <count>', 'no more than these', count, MOST)
    .action(({ certificate, status, company, since, until, older, most }: Listed) =>
      run(async (workplace) => {
        const { get, store } = workplace;
        const zone = get('zone');
        const untils = [until?.(zone), older === undefined ? undefined : ago(get('clock').now(), older)];
        const filter = {
          certificate,
          status,
          companyId: company === undefined ? undefined : (await theCompany(workplace, company)).id,
          since: since?.(zone),
          until: untils.filter((each) => each !== undefined).sort()[0],
        };
        const views = await store.contractViews.list(filter, most);
        return {
          json: await Promise.all(views.map((view) => contractShown(get('documents'), view))),
          text: contractTable(views),
        };
      }),
    );
};

const CONTRACT_STATUSES = ['pending', 'started', 'expired'] as const satisfies readonly ContractStatus[];
