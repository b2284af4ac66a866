import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { caller } from './caller.ts';
import { stopServices, sandboxIn, spawnService, type ServiceProcess } from './service-process.ts';
import { eventually } from '../sandbox.ts';

/** The policyholder whose certificate the authority cannot be asked for during the first hour. */
const AUTHORITY_AWAY = '0700000015';
const HOUR = 3_600_000;

describe('a sandbox that is started again', function () {
  this.timeout(180_000);
  let dataDir: string;
  const { api, clock, quote, pay, confirm, standing, contract, insured, certificatesOf } = caller(() =>
    sandboxIn(dataDir),
  );
  let service: ServiceProcess;
  const start = async (): Promise<void> => {
    service = spawnService({ DATA_DIR: dataDir });
    await service.ready;
  };

  before(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'restart-'));
    await start();
  });
  after(async () => {
    await stopServices();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  });

  for (const signal of ['SIGTERM', 'SIGKILL'] as const)
    it(`keeps data, key, clock and everything pending after ${signal}`, async () => {
      const moved = Date.parse(await clock.advance('P3DT5H'));
      const waiting = await quote();
      const { body: payment } = await pay(waiting.id);
      const page = payment.paymentUrl ?? '';
      const uncertified = await quote(AUTHORITY_AWAY);
      await confirm((await pay(uncertified.id)).body.paymentUrl ?? '');
      const { contractId } = await eventually(
        () => standing(uncertified.id),
        (answer) => answer.contractId !== null,
      );
      const kept = await Promise.all([
        api(`/vehicle/${waiting.vehicleId}`),
        api(`/quote?vehicleId=${waiting.vehicleId}`),
        standing(waiting.id),
      ]);
      const { apiKey, simulators, incompleteQuoteId } = sandboxIn(dataDir);

      service.child.kill(signal);
      await service.ended;
      await start();

      expect(sandboxIn(dataDir)).to.deep.include({ apiKey, simulators, incompleteQuoteId });
      expect(Date.parse(await clock.now())).to.be.within(moved, moved + HOUR);
      expect(
        await Promise.all([
          api(`/vehicle/${waiting.vehicleId}`),
          api(`/quote?vehicleId=${waiting.vehicleId}`),
          standing(waiting.id),
        ]),
      ).to.deep.equal(kept);

      expect((await fetch(page)).status).to.equal(200);
      expect(await confirm(page)).to.equal(200);
      expect((await insured(waiting.id)).certificateStatus).to.equal('issued');

      expect((await contract(contractId ?? '')).certificateStatus).to.equal('pending');
      await clock.advance('PT2H');
      const { certificateStatus, policyNumber } = await contract(contractId ?? '');
      expect(certificateStatus).to.equal('issued');
      expect(await certificatesOf(policyNumber)).to.have.length(1);
    });
});
