import { companyState, listCompanies, showCompany } from '@vehicle-insurance/core';
import type { Command } from 'commander';
import { historyText, table } from '../command-output.ts';
import { keyRow, KEY_HEADINGS, withoutHash } from '../views/key-view.ts';
import { inWords, refuse } from '../refusal.ts';
import type { Run } from '../context.ts';

export const companyCommands = (company: Command, run: Run): void => {
  company
    .command('list')
    .description('list all companies')
    .action(() =>
      run(async ({ ports }) => {
        const companies = await listCompanies(ports)();
        const rows = companies.map((each) => [
          each.id,
          each.name,
          companyState(each),
          each.intermediaryCode,
          each.office,
          each.created,
        ]);
        return { json: companies, text: table(['ID', 'NAME', 'STATE', 'INTERMEDIARY', 'OFFICE', 'SINCE'], rows) };
      }),
    );
  company
    .command('show <company>')
    .description('show a company, its keys, and the history of both')
    .action((idOrName: string) =>
      run(async ({ ports }) => {
        const found = await showCompany(ports)({ company: idOrName });
        if (found.isErr()) return refuse(inWords({ code: 'company_not_found' }));
        const { company: shown, keys, history } = found.value;
        const text = [
          `${shown.name}  ${companyState(shown)}  ${shown.id}`,
          table(KEY_HEADINGS, keys.map(keyRow)),
          historyText(history),
        ].join('\n\n');
        return { json: { ...shown, keys: keys.map(withoutHash), history }, text };
      }),
    );
};
