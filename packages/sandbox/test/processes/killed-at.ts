import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { expect } from 'chai';
import { caller, type ContractBody } from './caller.ts';
import type { Fault } from './fault.ts';
import { stopServices, MORTAL_SERVICE, sandboxIn, spawnService, type ServiceProcess } from './service-process.ts';
import { eventually } from '../sandbox.ts';

/** Where the service is killed: in words, and as it is told. */
export type Points = Readonly<Record<string, Fault>>;

/** While a caller waits for the answer to `POST /quote/{id}/pay`. */
export const WHILE_OPENING = {
  'nothing of the payment is committed': { in: 'payments.add', moment: 'within' },
  'the provider is about to be asked': { in: 'mobileMoney.open', moment: 'before' },
  'the provider has opened a session, nobody has read so': { in: 'mobileMoney.open', moment: 'after' },
  'the session is written, not committed': { in: 'payments.save', moment: 'within' },
  'the session is committed, the caller not answered': { in: 'payments.save', moment: 'after' },
  'the lease of the opening is about to be given back': { in: 'release payments', moment: 'before' },
  'the lease of the opening has been given back': { in: 'release payments', moment: 'after' },
} as const satisfies Points;

/** From the moment the payer confirms to the certificate. */
export const WHILE_SETTLING = {
  'the notice is written, not committed': { in: 'leases.revoke', moment: 'within' },
  'the notice is committed, the provider not answered': { in: 'leases.revoke', moment: 'after' },
  'the payment is claimed': { in: 'claim payments', moment: 'after' },
  'the provider is about to be asked whether it is paid': { in: 'mobileMoney.read', moment: 'before' },
  'the provider has said that it is paid': { in: 'mobileMoney.read', moment: 'after' },
  // Proves: contract-in-one-transaction
  'payment and contract are written, not committed': { in: 'contracts.add', moment: 'within' },
  // Proves: contract-in-one-transaction
  'payment and contract are committed, nobody told': { in: 'contracts.add', moment: 'after' },
  'the paid payment has been given back': { in: 'release payments', moment: 'after' },
  'the certificate is claimed': { in: 'claim certificates', moment: 'after' },
  'the authority is about to be asked': { in: 'certificateAuthority.request', moment: 'before' },
  'the authority has taken the request, nobody has read so': { in: 'certificateAuthority.request', moment: 'after' },
  'the certificate is written, not committed': { in: 'certificateRequests.save', moment: 'within' },
  'the certificate is committed, the documents not begun': { in: 'certificateRequests.save', moment: 'after' },
} as const satisfies Points;

/** Kills the service at each of the points, and has it started again each time: to be called within a `describe`. */
export const killedAt = (opening: Points, settling: Points): void => {
  let dataDir: string;
  const { api, pay, confirm, standing, quote, contract, contractsOf, sessionsOf, certificatesOf } = caller(() =>
    sandboxIn(dataDir),
  );
  const contracts: ContractBody[] = [];
  let service: ServiceProcess;

  const start = async (): Promise<void> => {
    service = spawnService({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }, MORTAL_SERVICE);
    await service.ready;
  };
  const setFault = async (fault: Fault): Promise<void> => {
    service.child.send(fault);
    await once(service.child, 'message');
  };
  /** Waits for the death; the caller that was being served loses its connection. */
  const deathDuring = async (request: Promise<unknown>): Promise<void> => {
    const served = request.catch(() => 'the connection was lost');
    expect(await service.ended).to.deep.equal({ code: null, signal: 'SIGKILL' });
    await served;
  };

  /** What a caller that lost the answer does: asks to pay again until there is a page. */
  const pageFor = async (quoteId: string): Promise<string> => {
    const { status, body } = await eventually(
      () => pay(quoteId),
      (answer) => answer.body.paymentUrl !== undefined,
      30_000,
    );
    expect([201, 409]).to.include(status);
    return body.paymentUrl ?? '';
  };

  const issued = async (quoteId: string): Promise<ContractBody> => {
    const { contractId, payment } = await eventually(
      () => standing(quoteId),
      (answer) => answer.contractId !== null,
    );
    expect(payment?.status).to.equal('succeeded');
    return eventually(
      () => contract(contractId ?? ''),
      ({ certificateStatus }) => certificateStatus === 'issued',
    );
  };

  /** One payment succeeded, one contract, one certificate: as the service tells it, and as the outside does. */
  const expectOneOfEach = async (quoteId: string, vehicleId: string): Promise<void> => {
    const opened = await issued(quoteId);
    contracts.push(opened);
    expect((await contractsOf(vehicleId)).map(({ id }) => id)).to.deep.equal([opened.id]);
    const sessions = await sessionsOf((await standing(quoteId)).payment?.id ?? '');
    expect(sessions.map(({ payment_status, refunds }) => [payment_status, refunds.length])).to.deep.equal([
      ['succeeded', 0],
    ]);
    expect(await certificatesOf(opened.policyNumber)).to.have.length(1);
    expect(await pay(quoteId)).to.deep.include({ status: 409 });
  };

  before(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'crash-'));
    await start();
  });
  after(async () => {
    await stopServices();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  });

  for (const [when, fault] of Object.entries(opening))
    // Proves: intent-committed-first
    it(`opens one payment in the end, killed when ${when}`, async () => {
      const { id, vehicleId } = await quote();
      await setFault(fault);
      await deathDuring(pay(id));
      await start();
      expect(await confirm(await pageFor(id))).to.equal(200);
      await expectOneOfEach(id, vehicleId);
    });

  for (const [when, fault] of Object.entries(settling))
    it(`is paid and insured once, killed when ${when}`, async () => {
      const { id, vehicleId } = await quote();
      const page = (await pay(id)).body.paymentUrl ?? '';
      await setFault(fault);
      await deathDuring(confirm(page));
      await start();
      expect(await confirm(page)).to.equal(409);
      await expectOneOfEach(id, vehicleId);
    });

  // Proves: killed-loses-nothing
  it('leaves, of all these deaths, nothing too many and nothing undone', async () => {
    const deaths = Object.keys({ ...opening, ...settling }).length;
    expect(contracts).to.have.length(deaths);
    expect(new Set(contracts.map(({ policyNumber }) => policyNumber)).size).to.equal(deaths);
    const { mobileMoney, certificateAuthority } = sandboxIn(dataDir).simulators;
    const readOut = async (address: string) => (await fetch(address)).json() as Promise<readonly object[]>;
    const paid = (await readOut(`${mobileMoney}/sandbox/sessions`)).filter(
      (session) => 'payment_status' in session && session.payment_status === 'succeeded',
    );
    expect(paid).to.have.length(deaths);
    expect(await readOut(`${certificateAuthority}/sandbox/certificates`)).to.have.length(deaths);
    expect((await api<{ total: number }>('/contract?limit=1')).body.total).to.equal(deaths);
  });
};
