import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { insuranceClient } from '@vehicle-insurance/client';
import { readConfiguration } from '@vehicle-insurance/service';
import { systemClock } from '@vehicle-insurance/system';
import { memoryDocuments } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { pino } from 'pino';
import { serveSandbox } from '../../src/serve-sandbox.ts';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../src/start-sandbox.ts';

const clientOf = ({ baseUrl, apiKey }: Sandbox) => insuranceClient({ baseUrl, apiKey });

const refusalOf = (options: SandboxOptions): Promise<string> =>
  startSandbox(options).then(
    async (sandbox) => {
      await sandbox.stop();
      return 'started';
    },
    (error: Error) => error.message,
  );

const leftBehind = (): readonly string[] =>
  readdirSync(tmpdir()).filter((name) => name.startsWith('vehicle-insurance-sandbox-'));

/** Stops the sandbox even if the test fails. Otherwise, the run would not end. */
const withSandbox = async (options: SandboxOptions, work: (sandbox: Sandbox) => Promise<void>): Promise<void> => {
  const sandbox = await startSandbox(options);
  try {
    await work(sandbox);
  } finally {
    await sandbox.stop();
  }
};

/** Registers a car and prices a year of cover from the sandbox's today. */
const createQuote = async (sandbox: Sandbox): Promise<string> => {
  const client = clientOf(sandbox);
  const car = { type: 'auto', brand: 'Toyota', model: 'Yaris', year: 2021, energy: 'essence', power: 7 } as const;
  const values = { noSeat: 5, carOriginalValue: 9_500_000, carMarketValue: 6_000_000, firstRoadDate: '2021-03-15' };
  const { id: vehicleId } = await client.registerVehicle({ ...car, ...values, licencePlate: 'AA-101-BB' });
  const coverageId = (await client.listCoverages()).find(({ vehicleType }) => vehicleType === 'auto')?.id ?? '';
  const terms = { duration: 12, usage: 'pleasure', startDate: sandbox.clock.now().slice(0, 10) } as const;
  const holder = { policyHolderName: 'Aya Exemple', policyHolderPhone: '07 00 00 12 34' };
  return (await client.createQuote({ ...terms, ...holder, vehicleId, coverageId })).id;
};

describe('a sandbox as a library', function () {
  this.timeout(120_000);

  // Proves: sandbox-in-a-test
  it('insures a car on a day in the past, on a clock that the test moves', async () => {
    await withSandbox({ clock: '2024-02-29T10:00:00Z' }, async (sandbox) => {
      const client = clientOf(sandbox);
      const quoteId = await createQuote(sandbox);
      const { paymentUrl } = await client.payQuote(quoteId, { phoneNumber: '05 00 00 12 34' });
      expect(paymentUrl).to.contain(sandbox.simulators.mobileMoney);
      expect(await sandbox.clock.advance('PT31M')).to.match(/^2024-02-29T10:31:/);
      expect((await client.waitForPayment(quoteId)).payment.failureReason).to.equal('expired');
      const again = await client.payQuote(quoteId, { phoneNumber: '05 00 00 12 34' });
      await fetch(`${again.paymentUrl}/confirm`, { method: 'POST' });
      const { contractId } = await client.waitForPayment(quoteId);
      const contract = await client.waitForCertificate(contractId ?? '', { withDocuments: true });
      expect(contract.startDate).to.equal('2024-02-29');
      expect((await fetch(contract.documents.contractDocumentUrl ?? '')).status).to.equal(200);
      expect(await sandbox.clock.set(new Date('2025-03-01T00:00:00Z'))).to.match(/^2025-03-01T00:00:0/);
      expect((await client.getContract(contractId ?? '')).status).to.equal('expired');
    });
  });

  it('has adapters and variables of the test, and ignores those of another project’s database', async () => {
    const documents = memoryDocuments({ clock: systemClock });
    process.env['PGSSLMODE'] = 'require';
    process.env['INSURANCE_COMPANY'] = 'Autre assureur';
    try {
      const environment = { INSURANCE_COMPANY: 'Assurances Exemple' };
      await withSandbox({ adapters: { documents }, environment }, async (sandbox) => {
        const client = clientOf(sandbox);
        const quoteId = await createQuote(sandbox);
        const { paymentUrl } = await client.payQuote(quoteId, { phoneNumber: '05 00 00 12 34' });
        expect(await (await fetch(paymentUrl ?? '')).text()).to.contain('Assurances Exemple');
        await fetch(`${paymentUrl}/confirm`, { method: 'POST' });
        const { contractId } = await client.waitForPayment(quoteId);
        const contract = await client.waitForCertificate(contractId ?? '', { withDocuments: true });
        expect(contract.documents.contractDocumentUrl).to.match(/^http:\/\/documents\.test\//);
      });
    } finally {
      delete process.env['PGSSLMODE'];
      delete process.env['INSURANCE_COMPANY'];
    }
  });

  // Proves: sandbox-in-a-test
  it('runs twice at once in one process, each with its own data and clock, and leaves no files', async () => {
    const before = leftBehind();
    const clock = '2030-01-01T00:00:00Z';
    const [one, other] = await Promise.all([startSandbox({ clock }), startSandbox()]);
    try {
      expect(one.baseUrl).to.not.equal(other.baseUrl);
      const quoteId = await createQuote(one);
      expect((await clientOf(one).getQuote(quoteId)).id).to.equal(quoteId);
      const elsewhere = await clientOf(other)
        .getQuote(quoteId)
        .catch(({ code }: { code: string }) => code);
      expect(elsewhere).to.equal('quote_not_found');
      expect([one.clock.now() >= '2030', other.clock.now() < '2030']).to.deep.equal([true, true]);
    } finally {
      await other.stop();
      // A second call waits for the first.
      void one.stop();
      await one.stop();
    }
    expect(leftBehind()).to.deep.equal(before);
  });

  for (const hasConsole of [true, false])
    it(`has stopped when a second call of \`stop\` has ended, ${hasConsole ? 'with' : 'without'} a console`, async () => {
      const dataDir = mkdtempSync(join(tmpdir(), 'stopped-twice-'));
      const environment = { ENVIRONMENT: 'sandbox', PORT: '0', CONSOLE_PORT: '0', DATA_DIR: dataDir };
      const variables = readConfiguration(environment).unwrap();
      const served = await serveSandbox(variables, pino({ level: 'silent' }), { durable: false, hasConsole });
      const first = served.stop().then(() => 'stopped');
      await served.stop();
      const seen = await Promise.race([first, turn('stopping')]);
      await first;
      rmSync(dataDir, { recursive: true });
      expect(seen).to.equal('stopped');
    });

  it('keeps its data, key and clock in a folder of yours, and refuses a clock before the kept one', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'kept-'));
    try {
      const first = await startSandbox({ dataDir, clock: '2027-05-01T00:00:00Z' });
      const quoteId = await createQuote(first);
      await first.clock.advance('P2D');
      expect(await refusalOf({ dataDir })).to.match(
        /^The sandbox cannot start: A sandbox is already running in .*, at/,
      );
      await first.stop();
      expect(existsSync(dataDir)).to.equal(true);
      expect(await refusalOf({ dataDir, clock: '2027-05-01T00:00:00Z' })).to.match(
        /is at 2027-05-03T\S+, after `clock` .* Omit `clock`, or set `dataDir` to a new folder\.$/,
      );
      const second = await startSandbox({ dataDir, clock: '2027-06-01T00:00:00Z' });
      expect(second.clock.now()).to.match(/^2027-06-01T/);
      expect(second.apiKey).to.equal(first.apiKey);
      expect((await clientOf(second).getQuote(quoteId)).id).to.equal(quoteId);
      await second.stop();
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  });

  it('reports why it cannot start or move its clock, and what to do', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    expect(await refusalOf({ port })).to.equal(
      `The sandbox cannot start: Port ${port} of 127.0.0.1 is in use. Stop the program that uses it, or set PORT to another port.`,
    );
    taken.close();
    expect(await refusalOf({ port: 70_000 })).to.match(/^The sandbox cannot start with these options: PORT must be/);
    expect(await refusalOf({ clock: 'tomorrow' })).to.equal(
      '`clock` is tomorrow: set it to an ISO 8601 instant such as 2026-11-01T00:00:00Z.',
    );
    await withSandbox({}, async (sandbox) => {
      const said = (move: Promise<string>) => move.catch(({ message }: Error) => message);
      expect(await said(sandbox.clock.advance('31 minutes'))).to.match(
        / by \{"advance":"31 minutes"\}: must be a duration/,
      );
      expect(await said(sandbox.clock.set('2020-01-01T00:00:00Z'))).to.match(/: the clock only moves forward\.$/);
    });
  });
});
