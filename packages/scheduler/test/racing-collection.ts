import { setImmediate } from 'node:timers/promises';
import { MongoServerError, ObjectId, type Db } from 'mongodb';

type Document = Record<string, unknown>;

interface Update {
  readonly $set?: Document;
  readonly $setOnInsert?: Document;
  readonly $unset?: Document;
}

/** A collection of jobs in memory. */
export interface RacingCollection {
  /** A database with only this collection. */
  readonly db: Db;
  readonly documents: Document[];
  /** How many upserts have lost a race. */
  lost(): number;
  /** Runs before an upsert that lost its race is rejected. */
  whileLosing: () => Promise<void>;
}

/**
 * As much of MongoDB as Agenda uses, with races among processes: an upsert that finds nothing inserts a moment later,
 * and if another was faster, a unique index refuses it with the driver's error.
 */
export const racingCollection = (): RacingCollection => {
  const documents: Document[] = [];
  let lost = 0;
  const it: RacingCollection = {
    db: undefined as never,
    documents,
    lost: () => lost,
    whileLosing: async () => undefined,
  };

  const insert = async (filter: Document, { $set, $setOnInsert }: Update): Promise<Document> => {
    const { name, type } = filter;
    await setImmediate();
    if (type === 'single' && documents.some((each) => each['name'] === name && each['type'] === type)) {
      lost += 1;
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
    ok: 0,
    errmsg: `E11000 duplicate key error collection: test.jobs index: one_of_each dup key: { name: "${name}" }`,
    code: 11000,
    codeName: 'DuplicateKey',
    keyPattern: { name: 1 },
    keyValue: { name },
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
