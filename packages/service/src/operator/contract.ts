import { Command } from 'commander';
import { inWords, refuse, table } from './answer.ts';
import type { Run } from './workplace.ts';

/** `contract`: what was insured. */
export const contractCommand = (run: Run): Command => {
  const contract = new Command('contract').description('contracts of all companies');
  contract
    .command('show <contract>')
    .description('a contract, its certificate request and its history')
    .action((id: string) =>
      run(async ({ store }) => {
        const view = await store.contractViews.inspect(id);
        if (!view) return refuse(inWords({ code: 'contract_not_found' }));
        const { contract: shown, certificateRequest, quote, vehicle, companyName, history } = view;
        const text = [
          `${shown.policyNumber}  ${shown.status}  ${shown.startDate} to ${shown.endDate}`,
          `${companyName}: ${vehicle.licencePlate} (${vehicle.brand} ${vehicle.model}), ${quote.policyholder.name}`,
          `certificate ${certificateRequest.status}  ${certificateRequest.certificate?.certificateNumber ?? certificateRequest.refusal ?? ''}`.trimEnd(),
          '',
          table(
            ['WHEN', 'WHAT', 'FROM', 'TO', 'WHY', 'BY'],
            history.map((each) => [each.at, each.what, each.from, each.to, each.why, each.by ?? null]),
          ),
        ].join('\n');
        return { json: { ...shown, certificateRequest, quote, vehicle, history }, text };
      }),
    );
  return contract;
};
