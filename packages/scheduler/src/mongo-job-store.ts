import { MongoBackend } from '@agendajs/mongo-backend';
import type { JobParameters, JobRepository } from 'agenda';
import { MongoClient, MongoServerError, type Db } from 'mongodb';
import { aMomentAhead, type OpenJobStore } from './job-store.ts';

/** Limits on waiting for a server that does not answer. */
const TIMEOUT = { serverSelectionTimeoutMS: 3_000, connectTimeoutMS: 3_000, socketTimeoutMS: 10_000 } as const;

/** Agenda's jobs in their own collection, in the address's database. */
export const mongoJobStore =
  (url: string, collection: string): OpenJobStore =>
  async (lost) => {
    const client = new MongoClient(url, { appName: 'vehicle-insurance scheduler', ...TIMEOUT });
    client.on('error', lost);
    try {
      await client.connect();
      return { repository: await jobsIn(client.db(), collection), close: () => client.close() };
    } catch (cause) {
      await client.close();
      throw cause;
    }
  };

/** The jobs in a collection, with one document for each job. */
export const jobsIn = async (db: Db, collection: string): Promise<JobRepository> => {
  // Agenda creates this index only on PostgreSQL. Without the index, two processes that start together would both add
  // each job.
  await db
    .collection(collection)
    .createIndex({ name: 1 }, { name: 'one_of_each', unique: true, partialFilterExpression: { type: 'single' } });
  const backend = new MongoBackend({ mongo: db, collection });
  await backend.connect();
  return retrySave(backend.repository);
};

/** The maximum number of attempts to save a job that other processes add at the same time. */
const ATTEMPTS = 5;

const DUPLICATE_KEY = 11_000;

/**
 * If several processes add a job at the same time, MongoDB rejects all but the first. The store is healthy, and the job
 * now exists. So the save is repeated, and changes the existing job.
 */
const retrySave = (repository: JobRepository): JobRepository => {
  const saveJob: JobRepository['saveJob'] = async (job, options) => {
    for (let [attempt, saving] = [1, job]; ; attempt += 1) {
      try {
        return await repository.saveJob(saving, options);
      } catch (cause) {
        if (!(cause instanceof MongoServerError) || cause.code !== DUPLICATE_KEY || attempt === ATTEMPTS) throw cause;
        saving = renewTime(saving);
      }
    }
  };
  return Object.assign(Object.create(repository) as JobRepository, { saveJob });
};

/** Renews the due time of a trigger before it is saved again. Agenda would not move a job to a past time. */
const renewTime = <Data>(job: JobParameters<Data>): JobParameters<Data> =>
  job.nextRunAt && job.repeatInterval === undefined ? { ...job, nextRunAt: aMomentAhead() } : job;
