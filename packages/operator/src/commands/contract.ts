import {
  cancelContract,
  certificateMachine,
  contractMachine,
  statesOf,
  type CancelledContract,
  type CertificateStatus,
  type ContractStatus,
} from '@vehicle-insurance/core';
import { Option, type Command } from 'commander';
import { contractShown, contractTable, contractText } from '../shown/contract-shown.ts';
import { contractsMeant, theCompany, theContract } from '../meant.ts';
import { age, ago, count, lastMoment, moment, LIMIT, said, type Moment } from '../options.ts';
import { inWords, refuse } from '../refusal.ts';
import type { Run } from '../context.ts';

interface Listed {
  readonly certificate?: Exclude<CertificateStatus, 'issued'>;
  readonly status?: ContractStatus;
  readonly company?: string;
  readonly since?: Moment;
  readonly until?: Moment;
  readonly older?: number;
  readonly most: number;
}

/** What becomes of the money of a cancelled contract. */
const REFUND_MODES: Readonly<Record<CancelledContract['refundMode'], (paymentId: string) => string>> = {
  automatic: (id) => `What was paid goes back by itself: \`payment show ${id}\` tells how far that is.`,
  manual: (id) =>
    `Its provider makes no refunds by a call. If its pages show that the money has gone back already, give nothing: \`payment refunded ${id} --reference … --note … --on-pages\`. Otherwise give back what was paid yourself, then the same without --on-pages. It stands on the list until then.`,
  not_configured: (id) =>
    `Its provider is not configured any more: see on its own pages that it has given nothing back, give what was paid back yourself, then \`payment refunded ${id} --reference … --note … --unanswered\`. It stands on the list until then.`,
};

/** `contract`: contracts and their documents. */
export const contractCommands = (contract: Command, run: Run): void => {
  contract
    .command('show <contract>')
    .description('a contract, its certificate request and its history; several that may be meant are listed')
    .action((typed: string) =>
      run(async (context) => {
        const { ports, store } = context;
        const [meant, ...others] = await contractsMeant(context, typed);
        const shown = (details: Parameters<typeof contractShown>[1]) => contractShown(ports.documents, details);
        if (meant && others.length > 0) {
          const listed = [meant, ...others];
          return { json: await Promise.all(listed.map(shown)), text: contractTable(listed) };
        }
        const details = await store.contractQueries.inspect(meant?.contract.id ?? '');
        if (!details) return refuse(inWords({ code: 'contract_not_found' }));
        return { json: { ...(await shown(details)), history: details.history }, text: contractText(details) };
      }),
    );
  contract
    .command('cancel <contract>')
    .description('give up a contract that gets no certificate: all that was charged goes back; its company sees why')
    .requiredOption('--why <why>', 'why it cannot be insured; callers are shown it', said)
    .action((typed: string, { why }: { why: string }) =>
      run(async (context) => {
        const { ports, store, by } = context;
        const contractId = await theContract(context, typed);
        const cancelled = await cancelContract(ports)({ contractId, why, by });
        if (cancelled.isErr()) return refuse(inWords(cancelled.error));
        const details = await store.contractQueries.inspect(contractId);
        if (!details) return refuse(inWords({ code: 'contract_not_found' }));
        const { paymentId } = details.contract;
        return {
          json: await contractShown(ports.documents, details),
          text: `The contract is cancelled. ${REFUND_MODES[cancelled.value.refundMode](paymentId)}`,
        };
      }),
    );
  contract
    .command('list')
    .description('contracts of all companies, the latest first')
    .addOption(new Option('--certificate <status>', 'whose certificate is').choices(CERTIFICATE_STATUSES))
    .addOption(new Option('--status <status>', 'which are').choices(CONTRACT_STATUSES))
    .option('--company <company>', 'of a company, by id or name')
    .option('--since <moment>', 'created then or later, such as 2026-11-01 or 2026-11-01T08:00:00Z', moment)
    .option('--until <moment>', 'created then or earlier; a day counts to its end', lastMoment)
    .option('--older <age>', 'created at least so long ago: 90m, 6h, 2d', age)
    .option('--most <count>', 'no more than these', count, LIMIT)
    .action(({ certificate, status, company, since, until, older, most }: Listed) =>
      run(async (context) => {
        const { ports, store } = context;
        const { zone } = ports;
        const untils = [until?.(zone), older === undefined ? undefined : ago(ports.uncheckedClock.now(), older)];
        const filter = {
          certificate,
          status,
          companyId: company === undefined ? undefined : (await theCompany(context, company)).id,
          since: since?.(zone),
          until: untils.filter((each) => each !== undefined).sort()[0],
        };
        const listed = await store.contractQueries.list(filter, most);
        return {
          json: await Promise.all(listed.map((details) => contractShown(ports.documents, details))),
          text: contractTable(listed),
        };
      }),
    );
};

const CONTRACT_STATUSES = statesOf(contractMachine);
/** Issued certificates are those of all other contracts. */
const CERTIFICATE_STATUSES = statesOf(certificateMachine).filter((status) => status !== 'issued');
