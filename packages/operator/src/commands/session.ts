import { isSameName } from '@vehicle-insurance/core';
import type { Command } from 'commander';
import { personText, table } from '../command-output.ts';
import type { Run } from '../context.ts';
import { count, LIMIT, requiredText } from '../options.ts';
import { refuse } from '../refusal.ts';

/** `session`: people who are signed in to the console. */
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
    .command('end <session>')
    .description('end a session by its id, or all sessions and unused links of a person by name or account')
    .requiredOption('--why <why>', 'reason, for the history', requiredText)
    .action((typed: string, { why }: { why: string }) =>
      run(async (context) => {
        const { sessions, links } = await context.consoleAccess();
        const listed = await sessions.list();
        const isMeant = listed.some(({ id }) => id === typed)
          ? ({ id }: (typeof listed)[number]) => id === typed
          : ({ name, subject }: (typeof listed)[number]) => subject === typed || isSameName(name, typed);
        const ids = listed.filter(isMeant).map(({ id }) => id);
        const ended = await sessions.end(ids, { by: { name: context.by, issuer: null, subject: null }, why });
        const revoked = ids.includes(typed) ? 0 : await links.revoke(typed);
        if (ended.length + revoked === 0)
          return refuse('Nobody is signed in under this id, name or account. `session list` shows who is.');
        return { json: { ended, links: revoked }, text: `${ended.length} sessions ended, ${revoked} links revoked.` };
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
