import { JOBS, type Job, type Scheduler } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { portContract } from './port-contract.ts';
import { gate } from './overlap.ts';

/** A scheduler under test. */
export interface SchedulerSubject {
  readonly scheduler: Scheduler;
  /** Lets this number of seconds pass. Waits if the scheduler uses real time. */
  pass(seconds: number): Promise<void>;
  /** The number of errors that the scheduler has reported. */
  errorReporter(): number;
}

/** Seconds after which an expected run counts as missing. */
const TIMEOUT = 15;
const STEP = 0.1;

/** In seconds, longer than any test. A job with this interval runs only at the start or after a trigger. */
const HARDLY_EVER = 3_600;

const nothing = async (): Promise<void> => undefined;

const jobsWith = (job: Job, every: number, run: () => Promise<void>): Parameters<Scheduler['start']>[0] => {
  const idle = Object.fromEntries(JOBS.map((each) => [each, { every: HARDLY_EVER, run: nothing }])) as Parameters<
    Scheduler['start']
  >[0];
  return { ...idle, [job]: { every, run } };
};

const until = async ({ pass }: SchedulerSubject, what: string, happened: () => boolean): Promise<void> => {
  for (let passed = 0; !happened(); passed += STEP) {
    if (passed > TIMEOUT) throw new Error(`it did not happen: ${what}`);
    await pass(STEP);
  }
};

/** Runs the scheduler for the duration of a case, and always stops the scheduler. */
const running = async (
  subject: SchedulerSubject,
  jobs: Parameters<Scheduler['start']>[0],
  during: () => Promise<void>,
): Promise<void> => {
  await subject.scheduler.start(jobs);
  try {
    await during();
  } finally {
    await subject.scheduler.stop();
  }
};

/** The requirements on every scheduler. Each case needs a new scheduler that was not started. */
export const schedulerContract = portContract<SchedulerSubject>('Scheduler', {
  'runs a job again and again': async (subject) => {
    let runs = 0;
    const jobs = jobsWith('payments', 1, async () => void (runs += 1));
    await running(subject, jobs, () => until(subject, 'a third run', () => runs >= 3));
  },

  'runs a job soon after a trigger': async (subject) => {
    let runs = 0;
    await running(
      subject,
      jobsWith('certificates', HARDLY_EVER, async () => void (runs += 1)),
      async () => {
        await subject.pass(1);
        const before = runs;
        subject.scheduler.fire('certificates');
        await until(subject, 'the triggered run', () => runs > before);
      },
    );
  },

  'never runs one job twice at once, and runs it once more after all triggers during a run': async (subject) => {
    const first = gate();
    let [begun, atOnce, limit] = [0, 0, 0];
    const jobs = jobsWith('documents', HARDLY_EVER, async () => {
      begun += 1;
      limit = Math.max(limit, (atOnce += 1));
      if (begun === 1) await first.passed;
      atOnce -= 1;
    });
    await running(subject, jobs, async () => {
      subject.scheduler.fire('documents');
      await until(subject, 'the first run', () => begun > 0);
      for (let n = 0; n < 5; n += 1) subject.scheduler.fire('documents');
      await subject.pass(1);
      const whileHeld = begun;
      first.open();
      expect(whileHeld).to.equal(1);
      await until(subject, 'the run after the triggers', () => begun === 2);
      await subject.pass(1);
      expect({ begun, limit }).to.deep.equal({ begun: 2, limit: 1 });
    });
  },

  'never makes one job wait for another': async (subject) => {
    const held = gate();
    let runs = 0;
    const jobs = {
      ...jobsWith('days', 1, async () => void (runs += 1)),
      payments: { every: 1, run: () => held.passed },
    };
    // The blocked job is always released, because `stop` waits for the job.
    await running(subject, jobs, () => until(subject, 'a run beside the held one', () => runs >= 2).finally(held.open));
  },

  'reports a job that fails, and runs it again': async (subject) => {
    let runs = 0;
    const jobs = jobsWith('payments', 1, async () => {
      runs += 1;
      if (runs === 1) throw new Error('a bug');
    });
    await running(subject, jobs, () => until(subject, 'the run after the failure', () => runs >= 2));
    expect(subject.errorReporter()).to.be.at.least(1);
  },

  'stops when the runs in progress have ended, and starts no new ones': async (subject) => {
    const held = gate();
    let [begun, ended] = [0, 0];
    await subject.scheduler.start(
      jobsWith('payments', 1, async () => {
        begun += 1;
        await held.passed;
        ended += 1;
      }),
    );
    await until(subject, 'the first run', () => begun === 1);
    let hasStopped = false;
    const stopped = subject.scheduler.stop().then(() => (hasStopped = true));
    await subject.pass(1);
    expect(hasStopped).to.equal(false);
    held.open();
    await stopped;
    expect({ begun, ended }).to.deep.equal({ begun: 1, ended: 1 });
    subject.scheduler.fire('payments');
    await subject.pass(2);
    expect(begun).to.equal(1);
  },

  'accepts a trigger at any time without failing': async ({ scheduler }) => {
    scheduler.fire('payments');
    await scheduler.start(jobsWith('payments', HARDLY_EVER, nothing));
    await scheduler.stop();
    scheduler.fire('payments');
  },
});
