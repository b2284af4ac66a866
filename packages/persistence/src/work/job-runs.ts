import type { Instant, Job, JobRuns } from '@vehicle-insurance/core';
import type { Database } from '../database/database.ts';
import { plain } from '../database/prepared-statement.ts';
import { instant } from '../database/text.ts';

const LAST = 'select job, at from job_run';
const RECORD = `
  insert into job_run (job, at) values ($1, $2)
  on conflict (job) do update set at = greatest(job_run.at, excluded.at)`;

/** Every job has one row, which all processes share. */
export const jobRuns = ({ query }: Pick<Database, 'query'>): JobRuns => ({
  last: async () => {
    const rows = await query(plain<{ job: Job | 'backup'; at: string }>('last runs', LAST));
    return Object.fromEntries(rows.map(({ job, at }): [string, Instant] => [job, instant(at)]));
  },
  record: async (job, at) => void (await query(plain('ran', RECORD, [job, at]))),
});
