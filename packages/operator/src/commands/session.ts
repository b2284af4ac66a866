import type { Command } from 'commander';
import { personText, table } from '../command-output.ts';
import type { Run } from '../context.ts';
import { count, LIMIT } from '../options.ts';

export const sessionCommands = (session: Command, run: Run): void => {
  session
    .command('list')
    .description('list the people who are signed in to the console, with time and address')
    .action(() =>
      run(async (context) => {
        const sessions = await (await context.consoleAccess()).sessions.list();
        return {
          json: sessions,
          text: table(
            ['ID', 'PERSON', 'ROLE', 'SINCE', 'LAST SEEN', 'ADDRESS', 'BROWSER'],
            sessions.map((each) => [
              each.id,
              personText(each),
              each.role,
              each.since,
              each.lastSeen,
              each.address ?? null,
              each.browser ?? null,
            ]),
          ),
        };
      }),
    );
  session
    .command('history')
    .description('list ended sessions, and proposals that concerned no company and were not carried out, latest first')
    .option('--most <count>', 'maximum number of lines', count, LIMIT)
    .action(({ most }: { most: number }) =>
      run(async (context) => {
        const lines = await (await context.consoleAccess()).history.latest(most);
        return {
          json: lines,
          text: table(
            ['AT', 'WHAT', 'ID', 'DONE', 'BY', 'ABOUT'],
            lines.map(({ at, what, id, done, by, about }) => [
              at,
              what,
              id,
              done,
              by && personText(by),
              JSON.stringify(about),
            ]),
          ),
        };
      }),
    );
};
