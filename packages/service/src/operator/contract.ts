import { withLinks, type CertificateStatus, type ContractView, type Documents } from '@vehicle-insurance/core';
import { contractView } from '@vehicle-insurance/http';
import { Option, type Command } from 'commander';
import { historyText, table } from './answer.ts';
import { age, ago, count, MOST, said } from './options.ts';
import { inWords, refuse } from './refuse.ts';
import type { Run } from './workplace.ts';

interface Listed {
  readonly certificate?: Exclude<CertificateStatus, 'issued'>;
  readonly older?: number;
  readonly most: number;
}

/** `contract`: what was insured. */
export const contractVerbs = (contract: Command, run: Run): void => {
  contract
    .command('show <contract>')
    .description('a contract, its certificate request and its history')
    .action((id: string) =>
      run(async ({ get, store }) => {
        const view = await store.contractViews.inspect(id);
        if (!view) return refuse(inWords({ code: 'contract_not_found' }));
        const { contract: shown, certificateRequest: request, quote, vehicle, companyName, history } = view;
        const text = [
          `${shown.policyNumber}  ${shown.status}  ${shown.startDate} to ${shown.endDate}`,
          `${companyName}: ${vehicle.licencePlate} (${vehicle.brand} ${vehicle.model}), ${quote.policyholder.name}`,
          ...(shown.cancelled ? [`cancelled ${shown.cancelled.at}: ${shown.cancelled.reason}`] : []),
          `certificate ${request.status}  ${request.certificate?.certificateNumber ?? troubleOf(view) ?? ''}`.trimEnd(),
          '',
          historyText(history),
        ].join('\n');
        return { json: { ...(await contractShown(get('documents'), view)), history }, text };
      }),
    );
  contract
    .command('cancel <contract>')
    .description('give up a contract that gets no certificate: all that was charged goes back; its company sees why')
    .requiredOption('--why <why>', 'why it cannot be insured; callers are shown it', said)
    .action((contractId: string, { why }: { why: string }) =>
      run(async ({ get, store, by }) => {
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
    .option('--older <age>', 'created at least so long ago: 90m, 6h, 2d', age)
    .option('--most <count>', 'no more than these', count, MOST)
    .action(({ certificate, older, most }: Listed) =>
      run(async ({ get, store }) => {
        const until = older === undefined ? undefined : ago(get('clock').now(), older);
        const views = await store.contractViews.list({ certificate, until }, most);
        const rows = views.map((view) => [
          view.contract.id,
          view.contract.policyNumber,
          view.companyName,
          view.contract.status,
          view.certificateRequest.status,
          view.contract.created,
          troubleOf(view),
        ]);
        return {
          json: await Promise.all(views.map((view) => contractShown(get('documents'), view))),
          text: table(['ID', 'POLICY', 'COMPANY', 'STATUS', 'CERTIFICATE', 'CREATED', 'WHY'], rows),
        };
      }),
    );
};

/** What keeps its certificate from being issued, in the authority's own words where it has said any. */
const troubleOf = ({ certificateRequest: { concern, refusal, due } }: ContractView): string | null =>
  concern?.why ?? refusal ?? due?.trouble ?? null;

/** A contract as callers see it, and what only operators do. */
const contractShown = async (documents: Documents, view: ContractView) => {
  const { accepted, refusals, firstRefused, refusal, concern, due } = view.certificateRequest;
  return {
    ...contractView(await withLinks(documents, view)),
    companyId: view.contract.companyId,
    companyName: view.companyName,
    certificateRequest: {
      accepted,
      refusals,
      firstRefused,
      refusal,
      concern,
      nextTry: due?.at ?? null,
      attempts: due?.attempts ?? 0,
      trouble: due?.trouble ?? null,
    },
    documentsTrouble: view.contract.documentsDue?.trouble ?? null,
  };
};
