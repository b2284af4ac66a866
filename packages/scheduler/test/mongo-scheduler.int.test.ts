import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { collectedErrors, describeContract, schedulerContract } from '@vehicle-insurance/testkit';
import { MongoClient } from 'mongodb';
import type { StartedTestContainer } from 'testcontainers';
import { agendaScheduler } from '../src/index.ts';

const PORT = 27_017;

describe('in a test collection,', function () {
  this.timeout(120_000);
  let container: StartedTestContainer | undefined;
  let server: string | undefined = process.env['TEST_MONGODB_URL'];

  before(async function () {
    if (server) return;
    try {
      const { GenericContainer } = await import('testcontainers');
      container = await new GenericContainer('mongo:8').withExposedPorts(PORT).start();
      server = `mongodb://${container.getHost()}:${container.getMappedPort(PORT)}`;
    } catch {
      process.stderr.write(
        'Skipped, the scheduler on MongoDB: no container engine answers, and TEST_MONGODB_URL is not set.\n',
      );
      this.skip();
    }
  });
  after(async () => {
    if (!server) return;
    const client = new MongoClient(server);
    for (const collection of collections) await client.db().dropCollection(collection);
    await client.close();
    await container?.stop();
  });

  const collections: string[] = [];
  const subject = () => {
    const errorReporter = collectedErrors();
    const collection = `scheduler_${randomUUID()}`;
    collections.push(collection);
    return {
      scheduler: agendaScheduler({ store: server ?? '', environment: 'production', collection, errorReporter }),
      pass: (seconds: number) => setTimeout(seconds * 1_000),
      errorReporter: () => errorReporter.all.length,
    };
  };
  describeContract(schedulerContract, 'Agenda on MongoDB', subject);
});
