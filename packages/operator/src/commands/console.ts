import type { Role } from '@vehicle-insurance/console';
import { Option, type Command } from 'commander';
import { said } from '../options.ts';
import { refuse } from '../refusal.ts';
import type { Run } from '../context.ts';

interface For {
  readonly name: string;
  readonly role: Role;
}

/** `console`: access to the operators' pages. */
export const consoleCommands = (pages: Command, run: Run): void => {
  pages
    .command('link')
    .description('a link that lets a person into the console once, within minutes')
    .requiredOption('--name <name>', 'who it is, as audit entries will name them', said)
    .addOption(new Option('--role <role>', 'to look, or to act as well').choices(['look', 'act']).makeOptionMandatory())
    .action((person: For) =>
      run(async (context) => {
        const { configuration, infrastructure } = context.ports;
        const { consoleUrl } = infrastructure;
        if (consoleUrl === undefined)
          return refuse('Nothing says where the console is. Set CONSOLE_URL; in a sandbox, start it with `npm start`.');
        const { linkFor } = await import('@vehicle-insurance/console');
        const { CONSOLE_LINK_MINUTES: minutes } = configuration;
        const link = await linkFor(await context.consoleAccess(), consoleUrl, person, minutes);
        return {
          json: { link, ...person, minutes },
          text: `${link}\nIt lets ${person.name} in once, within ${minutes} minutes.`,
        };
      }),
    );
};
