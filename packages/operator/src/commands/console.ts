import type { Role } from '@vehicle-insurance/console';
import { requireSchema } from '@vehicle-insurance/service';
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
      run(async ({ ports: { configuration, infrastructure }, store }) => {
        const { consoleUrl, databaseUrl } = infrastructure;
        if (consoleUrl === undefined)
          return refuse('Nothing says where the console is. Set CONSOLE_URL; in a sandbox, start it with `npm start`.');
        // Imported only here: no other command needs a web server's libraries.
        const { linkFor, openAccess } = await import('@vehicle-insurance/console');
        const { CONSOLE_LINK_MINUTES: minutes, CONSOLE_IDLE_MINUTES, CONSOLE_SESSION_HOURS } = configuration;
        await requireSchema({ url: databaseUrl, environment: configuration.ENVIRONMENT });
        const access = openAccess(store, { idle: CONSOLE_IDLE_MINUTES, absolute: CONSOLE_SESSION_HOURS });
        const link = await linkFor(access, consoleUrl, person, minutes);
        return {
          json: { link, ...person, minutes },
          text: `${link}\nIt lets ${person.name} in once, within ${minutes} minutes.`,
        };
      }),
    );
};
