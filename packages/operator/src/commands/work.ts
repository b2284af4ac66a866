import { describeSubjects, JOBS, listActionItems, listCompanies, type Job, inEnglish } from '@vehicle-insurance/core';
import type { Command } from 'commander';
import { table, whyOf } from '../command-output.ts';
import { actionItemTable, itemsNotListed } from '../views/action-item-table.ts';
import type { Run } from '../context.ts';

/** Adds `work status`, which shows action items and due work. */
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
        // '9' sorts after every year, so kinds without due work come last.
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
          table(['JOB', 'LAST RUN'], Object.entries(allRuns(lastRuns))),
        ].join('\n\n');
        return {
          json: { actionItems, paymentsPaused: pause, work: byUrgency, lastRuns: allRuns(lastRuns) },
          text,
        };
      }),
    );
};

/** The last run of every job, and the last verified backup; null if there was none. */
const allRuns = (lastRuns: Readonly<Partial<Record<Job | 'backup', string>>>) =>
  Object.fromEntries(([...JOBS, 'backup'] as const).map((job) => [job, lastRuns[job] ?? null]));
