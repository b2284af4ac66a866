import {
  ACTION_ITEM_KINDS,
  describeSubjects,
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
import { table, whyOf } from '../command-output.ts';
import { actionItemTable, itemsNotListed } from '../views/action-item-table.ts';
import { matchItems, ambiguousMessage } from '../matches.ts';
import { requiredText } from '../options.ts';
import { inWords, refuse } from '../refusal.ts';
import type { Run } from '../context.ts';

/** `work`: action items and due work. */
export const workCommands = (work: Command, run: Run): void => {
  work
    .command('status')
    .description('show action items, due and failing work by kind, and the last run of each job')
    .action(() =>
      run(async ({ ports, store }) => {
        const actionItems = await listActionItems(ports)();
        const due = await store.workQueries.status(ports.uncheckedClock.now());
        const lastRuns = await store.jobRuns.last();
        const pause = await store.paymentQueries.pause();
        const companies = await listCompanies(ports)();
        const names = new Map(companies.map(({ id, name }) => [id, name]));
        // Kinds without due work come last: '9' sorts after every year.
        const byUrgency = [...due].sort((a, b) => (a.oldest ?? '9').localeCompare(b.oldest ?? '9'));
        const failing = byUrgency.flatMap((each) => each.stuck);
        const text = [
          ...(pause
            ? [`PAYMENTS ARE PAUSED since ${pause.at}: ${whyOf(pause)}. \`payment resume\` ends the pause.`]
            : []),
          actionItems.length > 0
            ? [await actionItemTable(describeSubjects(store), actionItems), ...itemsNotListed(actionItems)].join('\n')
            : 'No action required.',
          failing.length > 0
            ? table(
                ['FAILING', 'ID', 'COMPANY', 'SINCE', 'ATTEMPTS', 'NEXT ATTEMPT', 'LAST ERROR'],
                failing.map((each) => [
                  each.kind,
                  each.about ?? each.id,
                  names.get(each.companyId) ?? null,
                  each.since,
                  each.attempts,
                  each.nextTry,
                  each.lastError && inEnglish(each.lastError),
                ]),
              )
            : 'No work is failing.',
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
    .description('remove an action item that needs no action; it is listed again if the problem recurs')
    .requiredOption('--why <why>', 'reason, for the history', requiredText)
    .addOption(
      new Option('--kind <kind>', 'kind of item, if the payment or contract has several').choices([
        ...ACTION_ITEM_KINDS,
      ]),
    )
    .action((item: string, { why, kind }: { why: string; kind?: ActionItemKind }) =>
      run(async (context) => {
        const { ports, by } = context;
        const ids = await matchItems(context, item);
        const dismissed = await dismissActionItem(ports)({ ids, kind, why, by });
        if (dismissed.isOk())
          return {
            json: dismissed.value,
            text: `Dismissed.\n${await actionItemTable(describeSubjects(context.store), [dismissed.value])}`,
          };
        const { error } = dismissed;
        if (error.code === 'item_ambiguous' && error.items.every((each) => each.kind === 'statement_differs'))
          return refuse(
            `It has ${error.items.length} discrepancies. \`statement differences\` lists them, and \`statement explain DIFFERENCE\` explains one.`,
          );
        return refuse(
          error.code === 'item_ambiguous'
            ? ambiguousMessage(error.items.map((each) => [each.id, each.kind])).replace(/\.$/, ', or with --kind.')
            : inWords(error),
        );
      }),
    );
  work
    .command('run')
    .addArgument(new Argument('<name>', 'job to run').choices(JOBS))
    .description('do all due work of one kind now; for documents, also work that waits for its next attempt')
    .action((name: Job) =>
      run(async ({ ports, store, lock, failed, by }) => {
        await lock.pass(async () => {
          if (name === 'documents') await retryDocuments(ports)({ by });
          await ports.jobs[name]();
          await store.jobRuns.record(name, ports.clock.now());
        });
        if (failed() > 0) return refuse(`${failed()} tasks failed; the errors are above. They are retried later.`);
        return { json: { ran: name }, text: `${name}: all due work was attempted.` };
      }),
    );
};

/** The last run of every job; null if it has never run. */
const allRuns = (lastRuns: Readonly<Partial<Record<Job, string>>>) =>
  Object.fromEntries(JOBS.map((job) => [job, lastRuns[job] ?? null]));
