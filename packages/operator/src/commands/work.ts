import {
  ACTION_ITEM_KINDS,
  dismissActionItem,
  JOBS,
  listActionItems,
  listCompanies,
  retryDocuments,
  type ActionItemKind,
  type Job,
  inEnglish,
} from '@vehicle-insurance/core';
import { Argument, Option, type Command } from 'commander';
import { table, whyOf } from '../answer.ts';
import { actionItemTable, itemsNotListed } from '../shown/action-item-words.ts';
import { itemsMeant, severalMeant } from '../meant.ts';
import { said } from '../options.ts';
import { inWords, refuse } from '../refusal.ts';
import type { Run } from '../context.ts';

/** `work`: what is due, and doing it now. */
export const workCommands = (work: Command, run: Run): void => {
  work
    .command('status')
    .description('what waits for a person, what is due by kind, the oldest, what is stuck, and the last runs')
    .action(() =>
      run(async ({ ports, store }) => {
        const actionItems = await listActionItems(ports)();
        const due = await store.workQueries.status(ports.uncheckedClock.now());
        const lastRuns = await store.jobRuns.last();
        const pause = await store.paymentQueries.pause();
        const companies = await listCompanies(ports)();
        const names = new Map(companies.map(({ id, name }) => [id, name]));
        // What has nothing due comes last: after every year.
        const byUrgency = [...due].sort((a, b) => (a.oldest ?? '9').localeCompare(b.oldest ?? '9'));
        const stuck = byUrgency.flatMap((each) => each.stuck);
        const text = [
          ...(pause
            ? [`PAYMENTS ARE PAUSED since ${pause.at}: ${whyOf(pause)}. \`payment resume\` opens them again.`]
            : []),
          actionItems.length > 0
            ? [actionItemTable(actionItems), ...itemsNotListed(actionItems)].join('\n')
            : 'Nothing waits for you.',
          stuck.length > 0
            ? table(
                ['TRIED IN VAIN', 'ID', 'COMPANY', 'SINCE', 'TRIES', 'NEXT TRY', 'WHY'],
                stuck.map((each) => [
                  each.kind,
                  each.about ?? each.id,
                  names.get(each.companyId) ?? null,
                  each.since,
                  each.attempts,
                  each.nextTry,
                  each.lastError && inEnglish(each.lastError),
                ]),
              )
            : 'Nothing is stuck.',
          table(
            ['WORK', 'DUE', 'WAITING', 'OLDEST DUE', 'FAILING', 'SINCE'],
            byUrgency.map((each) => [each.kind, each.due, each.waiting, each.oldest, each.failing, each.oldestFailing]),
          ),
          table(
            ['JOB', 'LAST RUN'],
            JOBS.map((job) => [job, lastRuns[job] ?? null]),
          ),
        ].join('\n\n');
        return {
          json: { actionItems, paymentsPaused: pause, work: byUrgency, lastRuns: allRuns(lastRuns) },
          text,
        };
      }),
    );
  work
    .command('dismiss <item>')
    .description('take off the list what needs no action; it comes back if the problem comes back')
    .requiredOption('--why <why>', 'why it needs no action', said)
    .addOption(
      new Option('--kind <kind>', 'which kind of item, where one thing has several').choices([...ACTION_ITEM_KINDS]),
    )
    .action((item: string, { why, kind }: { why: string; kind?: ActionItemKind }) =>
      run(async (context) => {
        const { ports, by } = context;
        const ids = await itemsMeant(context, item);
        const dismissed = await dismissActionItem(ports)({ ids, kind, why, by });
        if (dismissed.isOk())
          return { json: dismissed.value, text: `Dismissed.\n${actionItemTable([dismissed.value])}` };
        const { error } = dismissed;
        if (error.code === 'item_ambiguous' && error.items.every((each) => each.kind === 'statement_differs'))
          return refuse(
            `It has ${error.items.length} differences from the statement: \`statement differences\` shows them, and \`statement explain DIFFERENCE\` takes one off the list.`,
          );
        return refuse(
          error.code === 'item_ambiguous'
            ? severalMeant(error.items.map((each) => [each.id, each.kind])).replace(/\.$/, ', or with --kind.')
            : inWords(error),
        );
      }),
    );
  work
    .command('run')
    .addArgument(new Argument('<name>', 'which job').choices(JOBS))
    .description('do everything that is due of one kind, now; documents also before their next try')
    .action((name: Job) =>
      run(async ({ ports, store, lock, failed, by }) => {
        await lock.pass(async () => {
          if (name === 'documents') await retryDocuments(ports)({ by });
          await ports.jobs[name]();
          await store.jobRuns.record(name, ports.clock.now());
        });
        if (failed() > 0)
          return refuse(`${failed()} pieces of work failed, as told above; they are tried again later.`);
        return { json: { ran: name }, text: `${name}: everything that was due has been looked at.` };
      }),
    );
};

/** Every job, also those that have never run. */
const allRuns = (lastRuns: Readonly<Partial<Record<Job, string>>>) =>
  Object.fromEntries(JOBS.map((job) => [job, lastRuns[job] ?? null]));
