import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { instantOf } from '@vehicle-insurance/core';
import { clockAt, describeContract, documentsContract, linkedDocumentsContract } from '@vehicle-insurance/testkit';
import { sqliteDocuments } from './sqlite-documents.ts';

const folder = mkdtempSync(join(tmpdir(), 'sqlite-documents-'));
const opened: DatabaseSync[] = [];
after(() => {
  for (const database of opened) database.close();
  rmSync(folder, { recursive: true });
});

/** A new database for each case, and a second connection that can lock it. */
const subject = () => {
  const file = join(folder, `${opened.length}.sqlite`);
  const [database, other] = [new DatabaseSync(file), new DatabaseSync(file)];
  opened.push(database, other);
  const clock = clockAt(instantOf('2026-11-01T10:00:00Z'));
  const documents = sqliteDocuments({ database, clock, baseUrl: 'https://insurance.example', secret: 'of the test' });
  const breakStore = async () => {
    other.exec('BEGIN EXCLUSIVE');
    return async () => other.exec('ROLLBACK');
  };
  return { documents, linked: documents, clock, breakStore };
};

describeContract(documentsContract, 'an SQLite database', subject);
describeContract(linkedDocumentsContract, 'an SQLite database', subject);
