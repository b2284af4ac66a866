import { setImmediate, setTimeout } from 'node:timers/promises';
import { JOBS, type Job } from '@vehicle-insurance/core';
import { collectedErrors } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { MongoClient, MongoServerError, ObjectId, type Db } from 'mongodb';
import { localJob, type LocalJob, type ScheduledJobs } from '../src/local-job.ts';
import { jobsIn, mongoJobStore } from '../src/mongo-job-store.ts';
import { sharedTrigger, type SharedTrigger } from '../src/shared-trigger.ts';
import { storeHealth } from '../src/store-health.ts';
import { countedJobs, HARDLY_EVER, until } from './jobs.ts';

type Document = Record<string, unknown>;

interface Update {
  readonly $set?: Document;
  readonly $setOnInsert?: Document;
  readonly $unset?: Document;
}

type RacingCollection = ReturnType<typeof racingCollection>;

/** The part of MongoDB that Agenda uses: an upsert that finds nothing inserts a moment later and may be rejected. */
const racingCollection = () => {
  const documents: Document[] = [];
  const it = { documents, lost: 0, whileLosing: async (): Promise<void> => undefined };

  const insert = async (filter: Document, { $set, $setOnInsert }: Update): Promise<Document> => {
    const { name, type } = filter;
    await setImmediate();
    if (type === 'single' && documents.some((each) => each['name'] === name && each['type'] === type)) {
      it.lost += 1;
      await it.whileLosing();
      throw duplicateKey(String(name));
    }
    const inserted = { _id: new ObjectId(), name, type, ...$setOnInsert, ...$set };
    documents.push(inserted);
    return inserted;
  };
  const change = (document: Document, { $set, $unset }: Update): Document => {
    Object.assign(document, $set);
    for (const field of Object.keys($unset ?? {})) delete document[field];
    return document;
  };
  const collection = {
    createIndex: async () => 'made',
    findOneAndUpdate: async (filter: Document, update: Update, { upsert = false } = {}) => {
      await setImmediate();
      const found = documents.find((each) => matches(each, filter));
      if (found) return { ...change(found, update) };
      return upsert ? { ...(await insert(filter, update)) } : null;
    },
    find: (filter: Document) => {
      const found = { sort: () => found, toArray: async () => documents.filter((each) => matches(each, filter)) };
      return found;
    },
    countDocuments: async (filter: Document) => documents.filter((each) => matches(each, filter)).length,
    updateOne: async (filter: Document, update: Update) => {
      const found = documents.find((each) => matches(each, filter));
      if (found) change(found, update);
      return { acknowledged: true, matchedCount: Number(found !== undefined) };
    },
    updateMany: async (filter: Document, update: Update) => {
      for (const each of documents.filter((one) => matches(one, filter))) change(each, update);
    },
  };
  const db = { collection: () => collection, options: {} } as unknown as Db;
  return Object.assign(it, { db });
};

const duplicateKey = (name: string): MongoServerError =>
  new MongoServerError({
    ...{ ok: 0, code: 11000, codeName: 'DuplicateKey', keyPattern: { name: 1 }, keyValue: { name } },
    errmsg: `E11000 duplicate key error collection: test.jobs index: one_of_each dup key: { name: "${name}" }`,
  });

const COMPARISONS: Readonly<Record<string, (value: unknown, other: unknown) => boolean>> = {
  $eq: (value, other) => (value ?? null) === other,
  $ne: (value, other) => (value ?? null) !== other,
  $lte: (value, other) => value instanceof Date && other instanceof Date && value <= other,
  $in: (value, others) => (others as readonly unknown[]).some((other) => String(value) === String(other)),
};

const matches = (document: Document, filter: Document): boolean =>
  Object.entries(filter).every(([field, wanted]) => {
    if (field === '$or') return (wanted as readonly Document[]).some((each) => matches(document, each));
    const value = document[field];
    if (wanted === null || typeof wanted !== 'object') return COMPARISONS['$eq']?.(value, wanted);
    if (wanted instanceof ObjectId || wanted instanceof Date) return String(value) === String(wanted);
    return Object.entries(wanted).every(([how, other]) => COMPARISONS[how]?.(value, other));
  });

const PROCESSES = 5;

describe('a store of jobs on MongoDB', () => {
  it('has 3 seconds to select a server and connect, and 10 to answer', async () => {
    const { connect } = MongoClient.prototype;
    let options: object = {};
    MongoClient.prototype.connect = function (this: MongoClient) {
      ({ options } = this);
      return Promise.reject(new Error('away'));
    };
    await mongoJobStore('mongodb://127.0.0.1:1/none', 'jobs')(() => undefined).catch(() => undefined);
    MongoClient.prototype.connect = connect;
    const limits = { serverSelectionTimeoutMS: 3_000, connectTimeoutMS: 3_000, socketTimeoutMS: 10_000 };
    expect(options).to.include(limits);
  });
});

describe('several processes that start together on an empty MongoDB', () => {
  let collection: RacingCollection;
  let errorReporter: ReturnType<typeof collectedErrors>;
  let bells: readonly SharedTrigger[];

  beforeEach(async () => {
    collection = racingCollection();
    errorReporter = collectedErrors();
    bells = await Promise.all(
      Array.from({ length: PROCESSES }, async (_, n) => {
        const repository = await jobsIn(collection.db, 'jobs');
        const health = storeHealth(errorReporter, { lost: () => undefined, back: () => undefined });
        return sharedTrigger({
          ...{ store: { repository, close: async () => undefined }, health, errorReporter, name: `${n}` },
          withoutSecrets: (text) => text.replace('host', '…'),
        });
      }),
    );
  });
  afterEach(() => Promise.all(bells.map((trigger) => trigger.close())));

  const local = (jobs: ScheduledJobs) =>
    Object.fromEntries(JOBS.map((job) => [job, localJob(job, jobs[job], errorReporter)])) as Record<Job, LocalJob>;
  const names = () => collection.documents.map(({ name }) => name).sort();

  // Proves: start-together
  it('add each job once, and report no outage of the store', async () => {
    await Promise.all(bells.map((trigger) => trigger.begin(local(countedJobs(HARDLY_EVER).jobs))));
    expect(collection.lost).to.be.greaterThan(0);
    expect(errorReporter.all).to.deep.equal([]);
    expect(names()).to.deep.equal([...JOBS].sort());
  });

  // Proves: start-together
  it('lose no first trigger, even if all trigger the same job together', async () => {
    const [worker, ...others] = bells;
    const { jobs, runs } = countedJobs(HARDLY_EVER);
    await worker?.begin(local(jobs));
    await Promise.all(others.map((trigger) => trigger.fire('certificates')));
    expect(collection.lost).to.be.greaterThan(0);
    expect(errorReporter.all).to.deep.equal([]);
    await until(() => runs.certificates > 0);
  });

  it('trigger a job again if the trigger of another process has already run', async () => {
    collection.whileLosing = async () => {
      // Longer than a trigger is dated ahead, so the faster trigger has run and has no next run.
      await setTimeout(300);
      for (const document of collection.documents) document['nextRunAt'] = null;
    };
    await Promise.all(bells.slice(0, 2).map((trigger) => trigger.fire('payments')));
    expect(collection.lost).to.equal(1);
    expect(collection.documents[0]?.['nextRunAt']).to.be.a('date');
  });
});
