import { isSameName } from '@vehicle-insurance/core';
import type { Command } from 'commander';
import { personText, table } from '../answer.ts';
import type { Run } from '../context.ts';
import { count, LIMIT, said } from '../options.ts';
import { refuse } from '../refusal.ts';

/** `session`: who is signed in to the console. */
export const sessionCommands = (session: Command, run: Run): void => {
  session
    .command('list')
    .description('who is signed in to the console, since when, and from where')
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
    .description('end a session by its id, or every session of a person by name or account, with their unused links')
    .requiredOption('--why <why>', 'why; kept in the history', said)
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
    .description('sessions that were ended, and proposals about no company that were not carried out; latest first')
    .option('--most <count>', 'no more than these', count, LIMIT)
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
