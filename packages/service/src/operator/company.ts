import type { Company } from '@vehicle-insurance/core';
import { Ok } from '@vehicle-insurance/core';
import { Command } from 'commander';
import { inWords, refuse, table } from './answer.ts';
import type { Run } from './workplace.ts';

/** `company`: who may call the API. */
export const companyCommand = (run: Run): Command => {
  const company = new Command('company').description('companies that call the API');
  company
    .command('add <name>')
    .description('take on a company')
    .option('--intermediary-code <code>', 'its own code at the certificate authority')
    .action((name: string, { intermediaryCode }: { intermediaryCode?: string }) =>
      run(async ({ get }) => {
        const added = await get('addCompany')({ name, intermediaryCode });
        if (added.isErr()) return refuse(inWords(added.error));
        const { id } = added.value;
        return {
          json: { id, name: added.value.name },
          text: `${added.value.name} is company ${id}. Next: key issue ${id}`,
        };
      }),
    );
  company
    .command('list')
    .description('all companies')
    .action(() =>
      run(async ({ get }) => {
        const companies = (await get('unitOfWork').run(async (tx) => Ok(await tx.companies.list()))).unwrap();
        const rows = companies.map((each) => [each.id, each.name, stateOf(each), each.intermediaryCode, each.created]);
        return { json: companies, text: table(['ID', 'NAME', 'STATE', 'INTERMEDIARY', 'SINCE'], rows) };
      }),
    );
  for (const verb of ['disable', 'enable'] as const) {
    company
      .command(`${verb} <company>`)
      .description(`${verb} a company, by id or name; the service follows within five seconds`)
      .action((idOrName: string) =>
        run(async ({ get }) => {
          const changed = await get('enableCompany')({ company: idOrName, enabled: verb === 'enable' });
          if (changed.isErr()) return refuse(inWords(changed.error));
          return { json: changed.value, text: `${changed.value.name} is ${stateOf(changed.value)}.` };
        }),
      );
  }
  return company;
};

const stateOf = ({ enabled }: Company): string => (enabled ? 'enabled' : 'disabled');
