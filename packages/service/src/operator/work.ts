import { JOBS, type AttentionKind, type Job } from '@vehicle-insurance/core';
import { Argument, type Command } from 'commander';
import { table, whyOf } from './answer.ts';
import { refuse } from './refuse.ts';
import type { Run } from './workplace.ts';

/** What stands first, in words, and what can be done about it. */
const ATTENTION_WORDS: Readonly<Record<AttentionKind, string>> = {
  payment_past_window: 'payment past its window and not settled: payment show, payment close',
  contract_past_last_day: 'contract past its last day without a certificate: contract show, certificate attach',
  session_not_known: 'payment whose session the provider does not know: payment show, ask the provider',
  certificate_without_look_up: 'certificate asked for, answer lost: ask the authority, certificate attach',
  certificate_failed: 'certificate refused for good: certificate retry, certificate attach',
  refund_manual: 'money only a person can give back: payment refunded',
  refund_in_trouble: 'money the provider has not given back yet: payment show',
};

/** `work`: what is due, and doing it now. */
export const workVerbs = (work: Command, run: Run): void => {
  work
    .command('status')
    .description('what waits for a person, what is due by kind, the oldest, what is stuck, and the last runs')
    .action(() =>
      run(async ({ get, store }) => {
        const attention = await get('listAttention')();
        const due = await store.workViews.status(get('clock').now());
        const lastRuns = await store.workViews.lastRuns();
        const pause = await store.paymentViews.pause();
        const byUrgency = [...due].sort((a, b) => (a.oldest ?? '~').localeCompare(b.oldest ?? '~'));
        const stuck = byUrgency.flatMap((each) => each.stuck);
        const text = [
          ...(pause
            ? [`PAYMENTS ARE PAUSED since ${pause.at}: ${whyOf(pause)}. \`payment resume\` opens them again.`]
            : []),
          attention.length > 0
            ? table(
                ['WAITS FOR YOU', 'ID', 'COMPANY', 'SINCE', 'WHY'],
                attention.map(({ kind, id, companyId, since, why }) => [
                  ATTENTION_WORDS[kind],
                  id,
                  companyId,
                  since,
                  why,
                ]),
              )
            : 'Nothing waits for you.',
          stuck.length > 0
            ? table(
                ['TRIED MOST', 'ID', 'COMPANY', 'ATTEMPTS', 'WHY'],
                stuck.map(({ kind, id, companyId, attempts, trouble }) => [kind, id, companyId, attempts, trouble]),
              )
            : 'Nothing is stuck.',
          table(
            ['WORK', 'DUE', 'WAITING', 'OLDEST'],
            byUrgency.map((each) => [each.kind, each.due, each.waiting, each.oldest]),
          ),
          table(
            ['JOB', 'LAST RUN'],
            JOBS.map((job) => [job, lastRuns[job] ?? null]),
          ),
        ].join('\n\n');
        return { json: { attention, paymentsPaused: pause, work: byUrgency, lastRuns: allRuns(lastRuns) }, text };
      }),
    );
  work
    .command('run')
    .addArgument(new Argument('<name>', 'which job').choices(JOBS))
    .description('do everything that is due of one kind, now')
    .action((name: Job) =>
      run(async ({ get, store, gate, failed }) => {
        await gate.pass(async () => {
          await get('jobs')[name]();
          await store.workViews.ran(name, get('clock').now());
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
