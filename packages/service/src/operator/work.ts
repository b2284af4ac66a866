import { JOBS, type Job } from '@vehicle-insurance/core';
import { Argument, Command } from 'commander';
import { table } from './answer.ts';
import type { Run } from './workplace.ts';

/** `work`: what is due, and doing it now. */
export const workCommand = (run: Run): Command => {
  const work = new Command('work').description('due work');
  work
    .command('status')
    .description('what is due by kind, the oldest, and what is stuck')
    .action(() =>
      run(async ({ get, store }) => {
        const due = await store.workViews.status(get('clock').now());
        const lastRuns = await store.workViews.lastRuns();
        const byUrgency = [...due].sort((a, b) => (a.oldest ?? '~').localeCompare(b.oldest ?? '~'));
        const stuck = byUrgency.flatMap((each) =>
          each.stuck.map(({ kind, companyId, id, attempts }) => [kind, id, companyId, attempts]),
        );
        const text = [
          table(
            ['WORK', 'DUE', 'WAITING', 'OLDEST'],
            byUrgency.map((each) => [each.kind, each.due, each.waiting, each.oldest]),
          ),
          table(
            ['JOB', 'LAST RUN'],
            JOBS.map((job) => [job, lastRuns[job] ?? null]),
          ),
          stuck.length > 0 ? table(['TRIED MOST', 'ID', 'COMPANY', 'ATTEMPTS'], stuck) : 'Nothing is stuck.',
        ].join('\n\n');
        return { json: byUrgency.map((each) => ({ ...each, lastRuns })), text };
      }),
    );
  work
    .command('run')
    .addArgument(new Argument('<name>', 'which job').choices(JOBS))
    .description('do everything that is due of one kind, now')
    .action((name: Job) =>
      run(async ({ get, store }) => {
        await get('jobs')[name]();
        await store.workViews.ran(name, get('clock').now());
        return { json: { ran: name }, text: `${name}: everything that was due has been looked at.` };
      }),
    );
  return work;
};
