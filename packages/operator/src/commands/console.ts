import type { Role } from '@vehicle-insurance/console';
import { Option, type Command } from 'commander';
import { requiredText } from '../options.ts';
import { refuse } from '../refusal.ts';
import type { Run } from '../context.ts';

interface LinkOptions {
  readonly name: string;
  readonly role: Role;
}

export const consoleCommands = (pages: Command, run: Run): void => {
  pages
    .command('link')
    .description('create a link with which a person signs in to the console; valid once, for a few minutes')
    .requiredOption('--name <name>', 'name of the person, for audit entries', requiredText)
    .addOption(
      new Option('--role <role>', 'look: read only; act: make changes as well')
        .choices(['look', 'act'])
        .makeOptionMandatory(),
    )
    .action((person: LinkOptions) =>
      run(async (context) => {
        const { configuration, infrastructure } = context.ports;
        const { consoleUrl } = infrastructure;
        if (consoleUrl === undefined)
          return refuse(
            'The address of the console is unknown. Set CONSOLE_URL; in a sandbox, start the sandbox with `npm start`.',
          );
        const { linkFor } = await import('@vehicle-insurance/console');
        const { CONSOLE_LINK_MINUTES: minutes } = configuration;
        const link = await linkFor(await context.consoleAccess(), consoleUrl, person, minutes);
        return {
          json: { link, ...person, minutes },
          text: `${link}\n${person.name} can sign in with it once, within ${minutes} minutes.`,
        };
      }),
    );
};
