import {
  addCompany,
  companyState,
  enableCompany,
  listCompanies,
  setCompany,
  showCompany,
  type CompanyFact,
} from '@vehicle-insurance/core';
import type { Command } from 'commander';
import { historyText, table } from '../command-output.ts';
import { keyRow, KEY_HEADINGS, withoutHash } from './key.ts';
import { inWords, refuse } from '../refusal.ts';
import type { Run } from '../context.ts';

/** The optional facts about a company, as options. */
const FACTS: Readonly<Record<CompanyFact, readonly [flag: string, description: string]>> = {
  intermediaryCode: ['--intermediary-code <code>', 'code of the company at the certificate authority'],
  office: ['--office <office>', 'office of the company at the certificate authority'],
  legalForm: ['--legal-form <form>', 'legal form, for its papers'],
  address: ['--address <address>', 'address, for its papers'],
  licence: ['--licence <licence>', 'licence as an intermediary, for its papers'],
  phone: ['--phone <phone>', 'phone number, for its papers'],
};

type Facts = Readonly<Partial<Record<CompanyFact, string>>>;

const withFacts = (command: Command): Command =>
  Object.values(FACTS).reduce((described, [flag, description]) => described.option(flag, description), command);

/** `company`: the companies that may call the API. */
export const companyCommands = (company: Command, run: Run): void => {
  withFacts(company.command('add <name>').description('add a company')).action((name: string, facts: Facts) =>
    run(async ({ ports, by }) => {
      const added = await addCompany(ports)({ name, ...facts, by });
      if (added.isErr()) return refuse(inWords(added.error));
      const { id } = added.value;
      return {
        json: { id, name: added.value.name },
        text: `${added.value.name} is company ${id}. Next: key issue ${id}`,
      };
    }),
  );
  withFacts(
    company
      .command('set <company>')
      .description('correct the facts about a company, by id or name; an empty value removes a fact, except the name')
      .option('--name <name>', 'new name'),
  ).action((idOrName: string, changes: Facts & { readonly name?: string }) =>
    run(async ({ ports, by }) => {
      if (Object.keys(changes).length === 0)
        return refuse(
          'Nothing to correct. Give --name, --intermediary-code, --office, --legal-form, --address, --licence or --phone.',
        );
      const corrected = await setCompany(ports)({ company: idOrName, ...changes, by });
      if (corrected.isErr()) return refuse(inWords(corrected.error));
      const { name, intermediaryCode, office, legalForm, address, licence, phone } = corrected.value;
      const papers = [legalForm, address, licence, phone].filter((fact) => fact !== null).join(', ');
      return {
        json: corrected.value,
        text: `${name}: intermediary code ${intermediaryCode ?? '–'}, office ${office ?? '–'}${papers && `; on papers: ${papers}`}.`,
      };
    }),
  );
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
        if (found.isErr()) return refuse(inWords(found.error));
        const { company: shown, keys, history } = found.value;
        const text = [
          `${shown.name}  ${companyState(shown)}  ${shown.id}`,
          table(KEY_HEADINGS, keys.map(keyRow)),
          historyText(history),
        ].join('\n\n');
        return { json: { ...shown, keys: keys.map(withoutHash), history }, text };
      }),
    );
  for (const verb of ['disable', 'enable'] as const) {
    company
      .command(`${verb} <company>`)
      .description(`${verb} a company, by id or name; takes effect within five seconds`)
      .action((idOrName: string) =>
        run(async ({ ports, by }) => {
          const changed = await enableCompany(ports)({ company: idOrName, enabled: verb === 'enable', by });
          if (changed.isErr()) return refuse(inWords(changed.error));
          return { json: changed.value, text: `${changed.value.name} is ${companyState(changed.value)}.` };
        }),
      );
  }
};
