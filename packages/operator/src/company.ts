import {
  addCompany,
  companyState,
  enableCompany,
  listCompanies,
  setCompany,
  showCompany,
} from '@vehicle-insurance/core';
import type { Command } from 'commander';
import { historyText, table } from './answer.ts';
import { keyRow, KEY_HEADINGS, withoutHash } from './key.ts';
import { inWords, refuse } from './refuse.ts';
import type { Run } from './context.ts';

/** A company's fields besides its id. */
interface Carried {
  readonly name?: string;
  readonly intermediaryCode?: string;
  readonly office?: string;
  readonly legalForm?: string;
  readonly address?: string;
  readonly licence?: string;
  readonly phone?: string;
}

/** `company`: the companies that may call the API. */
export const companyCommands = (company: Command, run: Run): void => {
  company
    .command('add <name>')
    .description('take on a company')
    .option('--intermediary-code <code>', 'its own code at the certificate authority')
    .option('--office <office>', 'its office at the certificate authority')
    .option('--legal-form <form>', 'its legal form, as its papers tell it')
    .option('--address <address>', 'its address, as its papers tell it')
    .option('--licence <licence>', 'its licence as an intermediary, as its papers tell it')
    .option('--phone <phone>', 'its phone, as its papers tell it')
    .action((name: string, carried: Omit<Carried, 'name'>) =>
      run(async ({ ports, by }) => {
        const added = await addCompany(ports)({ name, ...carried, by });
        if (added.isErr()) return refuse(inWords(added.error));
        const { id } = added.value;
        return {
          json: { id, name: added.value.name },
          text: `${added.value.name} is company ${id}. Next: key issue ${id}`,
        };
      }),
    );
  company
    .command('set <company>')
    .description('correct what a company carries, by id or name; what is empty is taken away, but a name')
    .option('--name <name>', 'what it is called from now on')
    .option('--intermediary-code <code>', 'its own code at the certificate authority')
    .option('--office <office>', 'its office at the certificate authority')
    .option('--legal-form <form>', 'its legal form, as its papers tell it')
    .option('--address <address>', 'its address, as its papers tell it')
    .option('--licence <licence>', 'its licence as an intermediary, as its papers tell it')
    .option('--phone <phone>', 'its phone, as its papers tell it')
    .action((idOrName: string, carried: Carried) =>
      run(async ({ ports, by }) => {
        if (Object.keys(carried).length === 0)
          return refuse(
            'Say what to correct: --name, --intermediary-code, --office, --legal-form, --address, --licence or --phone.',
          );
        const corrected = await setCompany(ports)({ company: idOrName, ...carried, by });
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
    .description('all companies')
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
    .description('a company, its keys, and the history of both')
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
      .description(`${verb} a company, by id or name; the service follows within five seconds`)
      .action((idOrName: string) =>
        run(async ({ ports, by }) => {
          const changed = await enableCompany(ports)({ company: idOrName, enabled: verb === 'enable', by });
          if (changed.isErr()) return refuse(inWords(changed.error));
          return { json: changed.value, text: `${changed.value.name} is ${companyState(changed.value)}.` };
        }),
      );
  }
};
