import { MongoBackend } from '@agendajs/mongo-backend';
import { MongoClient } from 'mongodb';
import type { OpenJobStore } from './job-store.ts';

/** Nobody waits longer than this for a server that is silent. */
const PATIENCE = { serverSelectionTimeoutMS: 3_000, connectTimeoutMS: 3_000, socketTimeoutMS: 10_000 } as const;

/** Agenda's jobs in a collection of their own, in the database the address names. */
export const mongoJobStore =
  (url: string, collection: string): OpenJobStore =>
  async (lost) => {
    const client = new MongoClient(url, { appName: 'vehicle-insurance scheduler', ...PATIENCE });
    client.on('error', lost);
    try {
      await client.connect();
      const db = client.db();
      // Agenda takes care of this on PostgreSQL only: two processes that start together would both add each job.
      await db
        .collection(collection)
        .createIndex({ name: 1 }, { name: 'one_of_each', unique: true, partialFilterExpression: { type: 'single' } });
      const backend = new MongoBackend({ mongo: db, collection });
      await backend.connect();
      return { repository: backend.repository, close: () => client.close() };
    } catch (cause) {
      await client.close();
      throw cause;
    }
  };
